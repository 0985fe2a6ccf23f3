import { sql } from 'kysely';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { addDeliveries } from './hand-out.ts';
import { readRecipients, SETTLED } from './recipient-rows.ts';
import type { SendingDeps } from './sending-deps.ts';
import type { LetterKey } from './sending-tasks.ts';
import { settleSending } from './settle-sending.ts';
import { addStart } from './start-sending.ts';

/** Longer than a job that fails is tried again by itself. */
const STRANDED_SECONDS = 6 * 3600;

/** Finds letters that nobody works on any more, whatever became of their jobs, and gives them new ones. */
export async function takeUpStranded(deps: SendingDeps, signal: AbortSignal): Promise<void> {
  const now = unixSeconds(deps.clock);
  for (const { state, ...letter } of await readOverdue(deps.db, now - STRANDED_SECONDS)) {
    signal.throwIfAborted();
    const taken =
      state === 'held' ? await startAgain(deps, letter, now) : await deliverAgain(deps, letter, now);
    if (taken)
      deps.log.warn({ outbox: letter.outboxId, state }, 'A letter was stranded and is taken up again');
  }
}

async function startAgain(deps: SendingDeps, letter: LetterKey, now: number): Promise<boolean> {
  await inTransaction(deps.db, (tx) => addStart(tx, letter, now));
  return true;
}

/** Those that were put off have a job for the time of their next try. */
async function deliverAgain(deps: SendingDeps, letter: LetterKey, now: number): Promise<boolean> {
  await settleSending(deps, letter);
  const open = (await readRecipients(deps.db, letter)).filter(({ state }) => !SETTLED.includes(state));
  const stranded = open.filter(({ next_at }) => (next_at ?? 0) < now - STRANDED_SECONDS);
  if (stranded.length === 0) return false;
  await inTransaction(deps.db, (tx) => addDeliveries(tx, letter, stranded));
  return true;
}

async function readOverdue(db: Db, before: number): Promise<(LetterKey & { state: 'held' | 'sending' })[]> {
  const { rows } = await sql<LetterKey & { state: 'held' | 'sending' }>`
    select mailbox_id as "mailboxId", id as "outboxId", state from outbox
    where state in ('held', 'sending') and due_at < ${before}`.execute(db);
  return rows;
}
