import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { Failure } from '../failure.ts';
import { createSemaphore } from '../semaphore.ts';
import type { Bytes } from './routes.ts';

const OF_AN_ACCOUNT = 1;
const OF_A_PROCESS = 2;
/** A client that takes nothing for so long gives its place to others. */
const STALLED_MS = 60_000;

type ExportTurns = (person: number, request: FastifyRequest, start: () => Promise<Bytes>) => Promise<Bytes>;

/** One export of an account at a time and few of all: further ones are refused at once. Its place is held until it was taken. */
export function createExportTurns(clock: Clock): ExportTurns {
  const ofAccount = createSemaphore(OF_AN_ACCOUNT, 0);
  const ofProcess = createSemaphore<null>(OF_A_PROCESS, 0);

  async function enter(person: number): Promise<() => void> {
    const leaveAccount = await ofAccount.take(person);
    try {
      const leaveProcess = await ofProcess.take(null);
      return () => {
        leaveProcess();
        leaveAccount();
      };
    } catch (error) {
      leaveAccount();
      throw error;
    }
  }

  return async (person, { method, raw }, start) => {
    const leave = await enter(person);
    try {
      const bytes = await start();
      if (method !== 'HEAD' && bytes.stream instanceof Readable) {
        holdUntilTaken(clock, { stream: bytes.stream, socket: raw.socket, leave });
        return bytes;
      }
      leave();
      return { ...bytes, stream: null };
    } catch (error) {
      leave();
      throw error;
    }
  };
}

type Held = { stream: Readable; socket: { bytesWritten: number }; leave(): void };

function holdUntilTaken(clock: Clock, { stream, socket, leave }: Held): void {
  let before = socket.bytesWritten;
  const timer = clock.every(STALLED_MS, () => {
    if (socket.bytesWritten === before)
      stream.destroy(new Failure('request_timeout', 'The export is not taken'));
    before = socket.bytesWritten;
  });
  stream.once('close', () => {
    timer.stop();
    leave();
  });
}
