/**
 * What has come over a socket and is not read yet. The socket is paused while more than a little is waiting, so that a
 * client cannot fill our memory by sending faster than it is answered (backpressure).
 */
export type ByteReader = {
  /** A line without its end; `null` where nothing more comes, `'too_long'` where its end is further away than that. */
  line(most: number): Promise<Buffer | null | 'too_long'>;
  /** The next bytes in pieces, exactly so many; throws where the other side ends before. */
  bytes(count: number): AsyncGenerator<Buffer>;
  push(chunk: Buffer): void;
  end(): void;
  /** Throws away what is waiting: after STARTTLS nothing that came in clear may be read (RFC 9051 section 11.1). */
  clear(): void;
  /** Nothing is read any more, and what comes is thrown away: otherwise the end of it would never be seen. */
  discard(): void;
};

export type Flow = { pause(): void; resume(): void };

const MOST_WAITING = 128 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export class ConnectionEnded extends Error {
  override name = 'ConnectionEnded';
}

export function createByteReader(flow: () => Flow): ByteReader {
  let chunks: Buffer[] = [];
  let waiting = 0;
  let ended = false;
  let discarding = false;
  let paused = false;
  let wake: (() => void) | null = null;

  function more(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
    });
  }

  function notify(): void {
    const run = wake;
    wake = null;
    run?.();
  }

  function take(count: number): Buffer[] {
    const taken: Buffer[] = [];
    let left = count;
    while (left > 0) {
      const first = chunks[0] as Buffer;
      if (first.length <= left) {
        taken.push(first);
        chunks.shift();
        left -= first.length;
      } else {
        taken.push(first.subarray(0, left));
        chunks[0] = first.subarray(left);
        left = 0;
      }
    }
    waiting -= count;
    if (paused && waiting < MOST_WAITING) {
      paused = false;
      flow().resume();
    }
    return taken;
  }

  /** Where the next line feed is; -1 where none has come. What was looked through before is not looked at again. */
  function findLineFeed(searched: { chunks: number; bytes: number }): number {
    for (; searched.chunks < chunks.length; searched.chunks += 1) {
      const chunk = chunks[searched.chunks] as Buffer;
      const at = chunk.indexOf(LINE_FEED);
      if (at !== -1) return searched.bytes + at;
      searched.bytes += chunk.length;
    }
    return -1;
  }

  return {
    async line(most) {
      const searched = { chunks: 0, bytes: 0 };
      for (;;) {
        const at = findLineFeed(searched);
        if (at > most || (at === -1 && waiting > most)) return 'too_long';
        if (at !== -1) {
          const whole = Buffer.concat(take(at + 1));
          return whole.subarray(0, whole[at - 1] === CARRIAGE_RETURN ? at - 1 : at);
        }
        if (ended) return null;
        await more();
      }
    },
    async *bytes(count) {
      for (let left = count; left > 0; ) {
        if (waiting > 0) {
          const pieces = take(Math.min(left, waiting));
          for (const piece of pieces) {
            left -= piece.length;
            yield piece;
          }
        } else if (ended) throw new ConnectionEnded('the client left in the middle of a literal');
        else await more();
      }
    },
    push(chunk) {
      if (chunk.length === 0 || discarding) return;
      chunks.push(chunk);
      waiting += chunk.length;
      if (waiting > MOST_WAITING && !paused) {
        paused = true;
        flow().pause();
      }
      notify();
    },
    end() {
      ended = true;
      notify();
    },
    clear() {
      chunks = [];
      waiting = 0;
    },
    discard() {
      ended = true;
      discarding = true;
      chunks = [];
      waiting = 0;
      if (paused) flow().resume();
      paused = false;
      notify();
    },
  };
}
