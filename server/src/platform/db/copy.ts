import { finished, Readable, Writable } from 'node:stream';
import type pg from 'pg';

/** The driver's internals of a connection that the COPY protocol needs. */
type Wire = {
  stream: {
    pause(): void;
    resume(): void;
    writableNeedDrain: boolean;
    once(event: 'drain', listener: () => void): void;
  };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** The methods the driver calls on a submitted statement that is not one of its own. */
type Submitted = {
  submit(wire: Wire): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
  handleCommandComplete(message: { text: string }): void;
  handleCopyInResponse?(wire: Wire): void;
  handleCopyData?(message: { chunk: Buffer }): void;
};

const BUFFERED_BYTES = 1024 * 1024;
/** Rows arrive one by one; consumers have a cost per chunk. */
const PIECE_BYTES = 128 * 1024;

/** Streams the output of `COPY … TO STDOUT` with backpressure; `rows` resolves at its end. */
export function copyOut(client: pg.Client, statement: string): Readable & { rows(): number } {
  let wire: Wire | null = null;
  let rows = 0;
  let piece = Buffer.allocUnsafe(PIECE_BYTES);
  let length = 0;
  const output = Object.assign(
    new Readable({ highWaterMark: BUFFERED_BYTES, read: () => wire?.stream.resume() }),
    { rows: () => rows },
  );
  submit(client, output, {
    submit(connection) {
      wire = connection;
      connection.query(statement);
    },
    handleCopyData({ chunk }) {
      if (length + chunk.length > piece.length) passOn(Math.max(PIECE_BYTES, chunk.length));
      // Copied, because the driver reuses the buffer for the next message.
      length += chunk.copy(piece, length);
    },
    handleCommandComplete: ({ text }) => {
      rows = rowsOf(text);
    },
    handleReadyForQuery: () => {
      passOn(0);
      wire?.stream.resume();
      wire = null;
      output.push(null);
    },
    handleError: (error) => void output.destroy(error),
  });
  return output;

  function passOn(next: number): void {
    if (length > 0 && !output.push(piece.subarray(0, length))) wire?.stream.pause();
    piece = Buffer.allocUnsafe(next);
    length = 0;
  }
}

/** Streams the input of `COPY … FROM STDIN`; finishes when the server has accepted all of it. */
export function copyIn(client: pg.Client, statement: string): Writable & { rows(): number } {
  let wire: Wire | null = null;
  let rows = 0;
  let whenReady: (() => void) | null = null;
  let whenTaken: ((error?: Error) => void) | null = null;
  const input = Object.assign(
    new Writable({
      highWaterMark: BUFFERED_BYTES,
      construct(done) {
        whenReady = done;
      },
      write(chunk: Buffer, _encoding, done) {
        const { stream } = sendTo(wire, chunk);
        if (stream.writableNeedDrain) stream.once('drain', done);
        else done();
      },
      final(done) {
        whenTaken = done;
        wire?.endCopyFrom();
      },
      destroy(error, done) {
        if (error && whenTaken === null) wire?.sendCopyFail(error.message);
        done(error);
      },
    }),
    { rows: () => rows },
  );
  submit(client, input, {
    submit: (connection) => connection.query(statement),
    handleCopyInResponse(connection) {
      wire = connection;
      whenReady?.();
    },
    handleCommandComplete: ({ text }) => {
      rows = rowsOf(text);
    },
    handleReadyForQuery: () => whenTaken?.(),
    handleError(error) {
      wire = null;
      if (whenTaken) whenTaken(error);
      else input.destroy(error);
    },
  });
  return input;
}

function sendTo(wire: Wire | null, chunk: Buffer): Wire {
  if (wire === null) throw new Error('The database does not take rows');
  wire.sendCopyFromChunk(chunk);
  return wire;
}

/** A lost connection ends the stream too. */
function submit(client: pg.Client, stream: Readable | Writable, submitted: Submitted): void {
  const lost = () => void stream.destroy(new Error('The connection to the database was lost'));
  client.once('end', lost);
  finished(stream, () => client.removeListener('end', lost));
  client.query(submitted as unknown as pg.Submittable);
}

/** The row count of a command tag like `COPY 42`. */
function rowsOf(tag: string): number {
  return Number(tag.split(' ')[1] ?? 0);
}
