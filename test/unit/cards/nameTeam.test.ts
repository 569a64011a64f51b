import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { nameTeam } from '../../../src/engine/cards/nameTeam';

describe('naming a team', () => {
  const cases: readonly (readonly [what: string, text: string, name: string, named: string])[] = [
    ['keeps comments and layout', '# A team\nrolecall: 1\nteam: old   # its name\ngoal: x\n', 'new', '# A team\nrolecall: 1\nteam: new   # its name\ngoal: x\n'],
    ['keeps Windows line ends', 'team: old\r\ngoal: x\r\n', 'new', 'team: new\r\ngoal: x\r\n'],
    ['quotes what YAML would read as something else', 'team: "old"\n', 'yes: 1', 'team: "yes: 1"\n'],
    ['takes names of any script', 'team: old\n', '研究', 'team: 研究\n'],
    ['leaves a text alone that has no name', 'goal: x\n', 'new', 'goal: x\n'],
    ['is not misled by the word elsewhere', 'goal: "team: old"\nteam: old\n', 'new', 'goal: "team: old"\nteam: new\n'],
  ];
  for (const [what, text, name, named] of cases) it(what, () => assert.equal(nameTeam(text, name), named));
});
