import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { hasBareLineFeed } from './bare-line-feed.ts';
import type { Reply } from './reply.ts';
import { replies } from './reply.ts';

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

const LINE_START = 0;
const MID_LINE = 1;
const AFTER_CR = 2;
const AFTER_DOT = 3;
const AFTER_DOT_CR = 4;

type Callback = (error?: Error | null) => void;

/** Has the reply that ends the message or the connection. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(reply.text);
    this.reply = reply;
  }
}

/**
 * The input side of a connection, stricter than smtp-server's own: smtp-server accepts bare line feeds in
 * commands and lets bare CR and LF through in messages, where the next server may take them for an end of
 * data (SMTP smuggling). Here the only end of data is CR LF . CR LF, and a message that has a bare CR or LF,
 * or is too big, is read to that end and discarded.
 */
export class StrictStream extends SMTPStream {
  /** Why the current message is refused, whatever its handler returns. */
  refusal: Reply | null = null;
  /** True from the reply to DATA until the end of data. */
  receiving = false;
  onEndOfData: (() => void) | null = null;
  /** Called around commands that arrived together, so that their replies can be sent together. */
  onCommandsBegin: (() => void) | null = null;
  onCommandsEnd: (() => void) | null = null;

  private state = LINE_START;
  private writing = false;
  /** DATA was the last command: RFC 2920 allows nothing after it in the same group. */
  private dataIsLast = false;

  override startDataMode(maxBytes?: number | string | null) {
    this.state = LINE_START;
    this.refusal = null;
    this.receiving = true;
    const stream = super.startDataMode(maxBytes);
    // The handler may be gone when the stream breaks, and an error without a listener would crash the
    // process.
    stream.on('error', () => undefined);
    return stream;
  }

  /** Must be called for each DATA command, accepted or not. */
  expectNothingBehindData(): void {
    this.dataIsLast = true;
  }

  /** False when this command line was sent after DATA without waiting for the reply. */
  get mayTakeCommand(): boolean {
    return !this.dataIsLast;
  }

  override _commandTooLong(): Error {
    this._remainder = '';
    return new ProtocolError(replies.lineTooLong);
  }

  override _write(chunk: Buffer, encoding: BufferEncoding | 'buffer', next: Callback): void {
    if (this.isClosed) {
      next();
      return;
    }
    // When the mode changes, smtp-server calls _write recursively for the rest of a chunk.
    const outermost = !this.writing;
    if (this._dataMode) {
      if (!outermost && this.dataIsLast && chunk.length > 0) {
        next(new ProtocolError(replies.tooEarly));
        return;
      }
    } else if (hasBareLineFeed(chunk, this._remainder.charCodeAt(this._remainder.length - 1))) {
      next(new ProtocolError(replies.badLine));
      return;
    }
    if (!outermost) {
      super._write(chunk, encoding, next);
      return;
    }
    this.writing = true;
    this.onCommandsBegin?.();
    super._write(chunk, encoding, (error) => {
      this.writing = false;
      this.onCommandsEnd?.();
      const leftBehindData = this.dataIsLast && !this._dataMode && this._remainder !== '';
      this.dataIsLast = false;
      next(error ?? (leftBehindData ? new ProtocolError(replies.tooEarly) : null));
    });
  }

  override _feedDataStream(chunk: Buffer, done: Callback): void {
    const kept: Buffer[] = [];
    let keepFrom = 0;
    let state = this.state;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      switch (state) {
        case LINE_START:
          if (byte === DOT) {
            // Dot-stuffed, or the first byte of the end: never part of the message.
            if (at > keepFrom) kept.push(chunk.subarray(keepFrom, at));
            keepFrom = at + 1;
            state = AFTER_DOT;
          } else if (byte === CR) state = AFTER_CR;
          else state = this.midLine(byte);
          break;
        case MID_LINE:
          if (byte === CR) state = AFTER_CR;
          else if (byte === LF) state = this.midLine(byte);
          break;
        case AFTER_CR:
          if (byte === LF) state = LINE_START;
          else state = this.bareCarriageReturn(byte);
          break;
        case AFTER_DOT:
          if (byte === CR) state = AFTER_DOT_CR;
          else state = this.midLine(byte);
          break;
        default:
          if (byte === LF) {
            this.keep(kept);
            this.endData(chunk.subarray(at + 1), done);
            return;
          }
          state = this.bareCarriageReturn(byte);
      }
    }
    this.state = state;
    // In AFTER_DOT_CR the CR may belong to the end; if it does not, the message is refused anyway.
    const keepTo = state === AFTER_DOT_CR ? chunk.length - 1 : chunk.length;
    if (keepTo > keepFrom) kept.push(chunk.subarray(keepFrom, keepTo));
    this.keep(kept);
    this.whenDrained(done);
  }

  private midLine(byte: number | undefined): number {
    if (byte === LF) this.refuse(replies.bareLineEnding);
    return MID_LINE;
  }

  private bareCarriageReturn(byte: number | undefined): number {
    this.refuse(replies.bareLineEnding);
    return byte === CR ? AFTER_CR : MID_LINE;
  }

  private keep(pieces: Buffer[]): void {
    const piece = pieces.length > 1 ? Buffer.concat(pieces) : pieces[0];
    if (!piece || piece.length === 0) return;
    this._countDataBytes(piece.length);
    if (this.dataBytes > this._maxBytes) this.refuse(replies.tooBig);
    const stream = this._dataStream;
    if (!this.refusal && stream?.writable) stream.write(piece);
  }

  private refuse(reply: Reply): void {
    if (this.refusal) return;
    this.refusal = reply;
    this._dataStream?.destroy(new ProtocolError(reply));
  }

  private whenDrained(done: Callback): void {
    const stream = this._dataStream;
    if (!stream?.writable || !stream.writableNeedDrain) {
      done();
      return;
    }
    function resume(): void {
      stream?.off('drain', resume);
      stream?.off('close', resume);
      done();
    }
    stream.once('drain', resume);
    stream.once('close', resume);
  }

  private endData(rest: Buffer, done: Callback): void {
    this.state = LINE_START;
    this.receiving = false;
    this._endDataMode(false, rest, done);
    this.onEndOfData?.();
  }
}
