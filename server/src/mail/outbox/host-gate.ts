import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type BoundedQueue, createSemaphore } from '../../platform/semaphore.ts';
import type { HostGate } from '../../platform/smtp-out/deliver-remote.ts';
import type { Db, Tx } from '../../tables.ts';
import { beginProbe, endProbe, openCircuit, readCircuit } from './circuit-breaker.store.ts';

export type HostGateDeps = { db: Db; clock: Clock; queued: BoundedQueue };

/** After which another process may probe too: the one that was probing may have died. */
const PROBE_SECONDS = 60;
/** While a probe is under way, other messages ask again after this time. */
const ASK_AGAIN_SECONDS = 30;

/**
 * Limits the connections of this process to each mail server, behind a circuit breaker that all processes share:
 * silence opens the circuit for a while, then it is half-open, and one message probes the server for all others.
 */
export function createHostGate({ db, clock, queued }: HostGateDeps, connections: number): HostGate {
  const turns = createSemaphore<string>(connections);
  const write = <Result>(work: (tx: Tx) => Promise<Result>) => queued(() => inTransaction(db, work));

  /** `probe`: this message probes the server. */
  async function ask(address: string): Promise<{ probe: boolean } | { closedUntil: number }> {
    const circuit = await queued(() => readCircuit(db, address));
    if (!circuit) return { probe: false };
    const now = unixSeconds(clock);
    if (circuit.open_at > now) return { closedUntil: circuit.open_at };
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
              if (heard === 'silent') await write((tx) => openCircuit(tx, address, unixSeconds(clock)));
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
