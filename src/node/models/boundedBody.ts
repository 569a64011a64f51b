/** Bodies of answers that may not be longer than is sensible: whatever a server sends, it does not fill the memory. Knows nothing of what is in them. */
import { mostReplyText } from '../../engine/models/model';

/** In bytes: the longest reply, each sign of it written as an escape, and what is around it. */
export const mostBody = mostReplyText * 6 + 1_000_000;

/** The answer is longer than any that is wanted. */
export class BodyTooLong extends Error {
  constructor() {
    super('the answer is too long');
    this.name = 'BodyTooLong';
  }
}

/** Rejects with BodyTooLong, the connection closed, for a body of more than `most` bytes. */
export async function wholeText(response: Response, most: number): Promise<string> {
  const { text, isCut } = await read(response, most);
  if (isCut) throw new BodyTooLong();
  return text;
}

/** The first `most` bytes or a little more; the connection is closed behind them. */
export async function firstText(response: Response, most: number): Promise<string> {
  return (await read(response, most)).text;
}

async function read({ body }: Response, most: number): Promise<{ readonly text: string; readonly isCut: boolean }> {
  if (body === null) return { text: '', isCut: false };
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  for await (const chunk of body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    pieces.push(decoder.decode(chunk, { stream: true }));
    length += chunk.length;
    if (length > most) return { text: pieces.join(''), isCut: true };
  }
  return { text: pieces.join('') + decoder.decode(), isCut: false };
}

/** Passes bytes on; fails with BodyTooLong where a line does not end, since whoever reads lines keeps all of it. */
export function limitLines(most: number): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = chunk.lastIndexOf(10);
      length = end < 0 ? length + chunk.length : chunk.length - end - 1;
      if (length > most) controller.error(new BodyTooLong());
      else controller.enqueue(chunk);
    },
  });
}
