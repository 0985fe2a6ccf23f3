import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { constants, createDeflateRaw, createInflateRaw } from 'node:zlib';

/** What stands between a socket and who reads and writes it, once both sides compress (RFC 4978). */
export type Compression = {
  input: Readable;
  output: Writable;
  /** What was written leaves now, so that the client can read all of it. */
  flush(): void;
  /** What still comes is thrown away as it is: nothing is inflated for who has been told goodbye. */
  stopReading(): void;
  destroy(): void;
};

type Events = { data(chunk: Buffer): void; end(): void; drain(): void };

/** A window of 2 KB and little state, 12 KB together: headers and flags repeat themselves within it. */
const DEFLATE = { windowBits: 11, memLevel: 3, chunkSize: 4 * 1024 };
/** The client chooses its window, of up to 32 KB. Pieces stay small however much a byte of it stands for. */
const INFLATE = {
  chunkSize: 4 * 1024,
  // A client that leaves ends its connection, and no stream.
  finishFlush: constants.Z_SYNC_FLUSH,
};

export function compressSocket(socket: Socket, { data, end, drain }: Events): Compression {
  const inflate = createInflateRaw(INFLATE);
  const deflate = createDeflateRaw(DEFLATE);
  inflate.on('data', data);
  inflate.on('end', end);
  // What is no compressed stream can't be read on.
  inflate.on('error', () => socket.destroy());
  deflate.on('error', () => socket.destroy());
  deflate.on('drain', drain);
  socket.pipe(inflate);
  deflate.pipe(socket);
  return {
    input: inflate,
    output: deflate,
    flush() {
      if (!deflate.writableEnded && !deflate.destroyed) deflate.flush(constants.Z_SYNC_FLUSH);
    },
    stopReading() {
      socket.unpipe(inflate);
      socket.resume();
    },
    destroy() {
      inflate.destroy();
      deflate.destroy();
    },
  };
}
