import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { createSemaphore, type InTurn } from '../../platform/semaphore.ts';
import type { HostGate } from '../../platform/smtp-out/deliver-remote.ts';
import type { Db, Tx } from '../../tables.ts';
import { beginProbe, endProbe, readSilentHost, recordSilence } from './silent-hosts.store.ts';

export type HostGateDeps = { db: Db; clock: Clock; inTurn: InTurn };

/** After which another one looks too: the one that was looking may have died. */
const PROBE_SECONDS = 60;
/** While somebody looks, the others ask again after this time. */
const ASK_AGAIN_SECONDS = 30;

/**
 * Bounds the connections of this process to each mail server. A server that was silent is left alone for a time, by all
 * processes; then one message goes to see whether it is back, and the others wait for what it finds.
 */
export function createHostGate({ db, clock, inTurn }: HostGateDeps, connections: number): HostGate {
  const turns = createSemaphore<string>(connections);
  const write = <Result>(work: (tx: Tx) => Promise<Result>) => inTurn(() => inTransaction(db, work));

  /** `probe`: this is the message that goes to see. */
  async function ask(address: string): Promise<{ probe: boolean } | { closedUntil: number }> {
    const silent = await inTurn(() => readSilentHost(db, address));
    if (!silent) return { probe: false };
    const now = unixSeconds(clock);
    if (silent.open_at > now) return { closedUntil: silent.open_at };
    if (await write((tx) => beginProbe(tx, address, now, now + PROBE_SECONDS))) return { probe: true };
    return { closedUntil: now + ASK_AGAIN_SECONDS };
  }

  return {
    async enter(address) {
      const giveBack = await turns.take(address);
      try {
        const answer = await ask(address);
        if ('closedUntil' in answer) {
          giveBack();
          return answer;
        }
        return {
          async leave(heard) {
            try {
              if (heard === 'silent') await write((tx) => recordSilence(tx, address, unixSeconds(clock)));
              else if (answer.probe) await write((tx) => endProbe(tx, address, heard === 'answered'));
            } finally {
              giveBack();
            }
          },
        };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}
