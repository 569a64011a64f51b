/** `read_more`: a part of a value that was too large for a prompt. Which values there are is the caller's. */
import * as z from 'zod';
import { err, ok } from '../shared/result';
import { readMore } from '../team/buildTools';
import type { Tool } from './tool';
import { toolArguments } from './toolArguments';

/** In UTF-16 units: about 5,000 tokens. */
const mostText = 20_000;

const args = toolArguments(
  z.strictObject({
    ref: z.string().min(1).max(64).describe('The ref that was given with what was cut.'),
    from: z.int().min(1).optional().describe('The first character; default 1.'),
    find: z.string().min(1).max(200).optional().describe('Instead of `from`: begin a little before the first place that holds this text.'),
    length: z.int().min(1).max(mostText).optional().describe(`How many characters; default and most ${mostText}.`),
  }),
);

/** Characters before what was looked for. */
const leadIn = 200;

/** `textOf`: null where the role was not given that ref. */
export function createReadMoreTool(textOf: (ref: string) => string | null): Tool {
  return {
    name: readMore,
    description: 'Reads a part of something that was too large to be shown whole. Returns {ref, from, to, of, text}; where `next` is given, the text goes on at that character.',
    parameters: args.parameters,
    effect: 'compute',
    call: (given) => {
      const read = args.read(readMore, given);
      if (!read.ok) return Promise.resolve(read);
      const { ref, from = 1, find, length = mostText } = read.value;
      const text = textOf(ref);
      if (text === null) return Promise.resolve(err(`You were given nothing with the ref ${JSON.stringify(ref)}.`));
      const found = find === undefined ? from - 1 : text.indexOf(find);
      if (found < 0) return Promise.resolve(err(`${ref} does not hold ${JSON.stringify(find)}.`));
      const start = wholeFrom(text, find === undefined ? found : Math.max(0, found - leadIn));
      if (start >= text.length) return Promise.resolve(err(`${ref} has only ${text.length} characters.`));
      const end = wholeFrom(text, Math.min(text.length, start + length));
      return Promise.resolve(ok({ ref, from: start + 1, to: end, of: text.length, text: text.slice(start, end), ...(end < text.length ? { next: end + 1 } : {}) }));
    },
  };
}

/** Not in the middle of a character. */
function wholeFrom(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? at + 1 : at;
}
