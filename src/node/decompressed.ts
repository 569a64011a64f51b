/** The body of an answer as it was before it was compressed: some servers, and proxies before them, compress though nobody asked for it. Knows nothing of what is in it. */
import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import zlib from 'node:zlib';

/** How it is compressed is not known here; `code` as Node's own errors have one. */
export class UnknownEncoding extends Error {
  readonly code = 'ERR_UNKNOWN_ENCODING';

  constructor(encoding: string) {
    super(`it is compressed in a way that is not known here (content-encoding: ${encoding})`);
    this.name = 'UnknownEncoding';
  }
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
};

/** Destroying what is returned closes the connection. Throws UnknownEncoding. */
export function decompressed(incoming: IncomingMessage): Readable {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return incoming;
  const create = decoders[encoding];
  if (create === undefined) {
    incoming.destroy();
    throw new UnknownEncoding(encoding);
  }
  const decoder = create();
  incoming.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => incoming.destroy());
  return incoming.pipe(decoder);
}
