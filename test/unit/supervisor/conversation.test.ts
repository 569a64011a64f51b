// A conversation that was begun by a version with other words goes on in those.
import assert from 'node:assert/strict';
import type { PromptMessage, PromptPart } from '../../../src/engine/events/runEvent';
import { Conversation } from '../../../src/engine/supervisor/conversation';

const said = (...texts: readonly string[]): PromptMessage => ({ role: 'user', parts: texts.map((text): PromptPart => ({ kind: 'goal', text, tokens: text.length })) });

describe('a conversation', () => {
  it('holds what was said in the words in which it was said, and goes on from there', () => {
    const talk = new Conversation('work', (text) => text.length, (part) => (part.kind === 'data' ? '' : part.text));
    talk.say([said('today'), said('ask')]);
    talk.takePending();
    talk.wasSaid([said('then', 'asked')]);
    assert.deepEqual([talk.messages.map((message) => message.text), talk.tokens], [['then\n\nasked'], 9]);
    talk.heard('answer', []);
    talk.say([said('correct')]);
    assert.deepEqual(talk.takePending().append, [said('correct')], 'only what is new is told');
    assert.deepEqual(talk.messages.map((message) => message.text), ['then\n\nasked', 'answer', 'correct']);
    talk.wasSaid([said('corrected')]);
    assert.deepEqual([talk.messages.map((message) => message.text), talk.tokens], [['then\n\nasked', 'answer', 'corrected'], 24]);
    assert.equal(talk.json, JSON.stringify(talk.messages), 'as its hash is made of it');
  });
});
