import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { DavRefusal } from '../dav/dav-refusal.ts';
import type { Taking } from '../dav/multistatus.ts';
import { Failure } from '../failure.ts';
import type { Logger } from '../logger.ts';
import { createSemaphore } from '../semaphore.ts';
import { createTurns } from '../take-turns.ts';

/** A few devices of a person that look for changes at the same time. */
export const READ_AT_ONCE = 4;
export const WAIT_AT_MOST = 16;
const RETRY_SECONDS = '30';

export type ReadingTurns = {
  /** Waits for a place, which is held until the answer is taken or its connection ends. */
  enter(person: number, reply: FastifyReply): Promise<Taking>;
};

/** What the programs of one person read at once; pages of who has read for seconds follow one another. */
export function createReadingTurns({ clock, log }: { clock: Clock; log: Logger }): ReadingTurns {
  const places = createSemaphore(READ_AT_ONCE, WAIT_AT_MOST);
  const turns = createTurns(clock);

  function refuse(error: unknown, person: number): never {
    if (!(error instanceof Failure)) throw error;
    const fields = { event: 'connection_refused', reason: 'person', mailbox: person } as const;
    log.warn(fields, 'too many answers read at once');
    throw new DavRefusal(503, error.message, { headers: { 'retry-after': RETRY_SECONDS } });
  }

  return {
    async enter(person, { raw }) {
      const release = await places.take(person).catch((error: unknown) => refuse(error, person));
      raw.once('close', release);
      if (raw.destroyed) {
        release();
        throw new Failure('request_timeout', 'The client has left');
      }
      return { clock, pace: (read) => turns.pace(person, read) };
    },
  };
}
