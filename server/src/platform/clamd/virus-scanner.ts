import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';

/** `message` is what the scanner said; one that begins with `Error` means that it could not scan. */
export type ScanResult = { has_virus: boolean; message: string };

export type VirusScanner = {
  /** Never rejects because of the scanner; errors from reading `bytes` propagate. */
  scan(bytes: AsyncIterable<Uint8Array>): Promise<ScanResult>;
};

/** Where clamd listens. */
export type ClamdAddress = { host: string; port: number } | { path: string };

const REPLY_BYTES = 4096;

/** Scans with clamd's INSTREAM command: the bytes are streamed, and clamd stores nothing. */
export function createVirusScanner(options: {
  address: ClamdAddress;
  clock: Clock;
  timeLimitMs: number;
}): VirusScanner {
  return {
    async scan(bytes) {
      const socket = connect(options.address);
      const over = new AbortController();
      const limit = options.clock.after(options.timeLimitMs, () =>
        socket.destroy(new Error('The scan took too long')),
      );
      // A failure to read the bytes is reported to the caller, a failure of the scanner is not.
      let sourceFailed = false;
      const watched = (async function* watch() {
        try {
          yield* bytes;
        } catch (error) {
          sourceFailed = true;
          throw error;
        }
      })();
      try {
        const reply = readReply(socket);
        // The caller that awaits it gets the error; until then it must not count as an unhandled rejection.
        reply.catch(() => undefined);
        await Promise.race([sendStream(socket, watched, over.signal), reply]);
        return resultOf(await reply);
      } catch (error) {
        if (sourceFailed) throw error;
        // The user sees this text, so it must not reveal the scanner's address.
        const { code, message } = error as NodeJS.ErrnoException;
        return { has_virus: false, message: `Error: ${code ?? message}` };
      } finally {
        limit.stop();
        // Releases the source when the scanner has not read all of it.
        over.abort();
        socket.destroy();
      }
    },
  };
}

async function sendStream(
  socket: Socket,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  await once(socket, 'connect', { signal });
  socket.write('zINSTREAM\0');
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    socket.write(length);
    if (!socket.write(chunk)) await once(socket, 'drain', { signal });
  }
  socket.write(Buffer.alloc(4));
}

function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('\0') || said.length > REPLY_BYTES) resolve(said.split('\0')[0] ?? '');
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The scanner hung up')));
  });
}

/** `stream: OK`, `stream: Win.Test.EICAR_HDB-1 FOUND`, or `… ERROR`. */
function resultOf(reply: string): ScanResult {
  const said = reply.replace(/^stream: /, '').trim();
  if (said === 'OK') return { has_virus: false, message: 'OK' };
  const virus = /^(.*) FOUND$/.exec(said)?.[1];
  if (virus !== undefined) return { has_virus: true, message: virus };
  return { has_virus: false, message: `Error: ${said.replace(/ ?ERROR$/, '')}` };
}
