import { sql } from 'kysely';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { hasJob } from '../../platform/jobs/add-job.ts';
import type { Db } from '../../tables.ts';
import { addDeliveries } from './hand-out.ts';
import { LOCAL, readRecipients, SETTLED } from './recipient-rows.ts';
import type { SendingDeps } from './sending-deps.ts';
import { elsewhereKey, hereKey, type LetterKey, startKey } from './sending-tasks.ts';
import { settleSending } from './settle-sending.ts';
import { addStart } from './start-sending.ts';

/** Finds letters due before then that no job works on any more, whatever became of it, and gives them new ones. */
export async function takeUpStranded(deps: SendingDeps, before: number, signal: AbortSignal): Promise<void> {
  const now = unixSeconds(deps.clock);
  for (const { state, ...letter } of await readOverdue(deps.db, before)) {
    signal.throwIfAborted();
    const taken = state === 'held' ? await startAgain(deps, letter, now) : await deliverAgain(deps, letter);
    if (taken)
      deps.log.warn({ outbox: letter.outboxId, state }, 'A letter was stranded and is taken up again');
  }
}

async function startAgain({ db }: SendingDeps, letter: LetterKey, now: number): Promise<boolean> {
  if (await hasJob(db, startKey(letter.outboxId))) return false;
  await inTransaction(db, (tx) => addStart(tx, letter, now));
  return true;
}

async function deliverAgain(deps: SendingDeps, letter: LetterKey): Promise<boolean> {
  const { db } = deps;
  await settleSending(deps, letter);
  const open = (await readRecipients(db, letter)).filter(({ state }) => !SETTLED.includes(state));
  const stranded: typeof open = [];
  for (const [destination, recipients] of Map.groupBy(open, (recipient) => recipient.destination)) {
    const { outboxId } = letter;
    const jobKey = destination === LOCAL ? hereKey(outboxId) : elsewhereKey(outboxId, destination);
    if (!(await hasJob(db, jobKey))) stranded.push(...recipients);
  }
  if (stranded.length === 0) return false;
  await inTransaction(db, (tx) => addDeliveries(tx, letter, stranded));
  return true;
}

async function readOverdue(db: Db, before: number): Promise<(LetterKey & { state: 'held' | 'sending' })[]> {
  const { rows } = await sql<LetterKey & { state: 'held' | 'sending' }>`
    select mailbox_id as "mailboxId", id as "outboxId", state from outbox
    where state in ('held', 'sending') and due_at < ${before}`.execute(db);
  return rows;
}
