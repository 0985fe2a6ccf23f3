import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import { carryLetter, type MailWay } from '../../platform/smtp-out/carry-letter.ts';
import type { RecipientResult } from '../../platform/smtp-out/hand-over.ts';
import { type DkimKey, signLetter } from '../../platform/smtp-out/sign-letter.ts';
import { hasUtf8Header } from '../../platform/smtp-out/utf8-connection.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';
import type { RecipientChange } from './recipient-rows.ts';
import { deliverElsewhereTask, elsewhereKey, type LetterKey } from './sending-tasks.ts';
import { settleSending } from './settle-sending.ts';
import type { Source, Try } from './tries.store.ts';
import * as store from './tries.store.ts';

export type DeliverElsewhereDeps = ChangeDeps & {
  blobs: BlobStore;
  log: Logger;
  mailWay: MailWay;
  dkim: DkimKey | null;
};

/** Pauses between tries, in minutes; the last one goes on until the sender is told. */
const PAUSES = [1, 5, 15, 30, 60, 120, 240];
const GIVE_UP_SECONDS = 5 * 24 * 3600;
/** How soon it is looked again whether the database is back, while an answer waits to be written down. */
const WRITE_AGAIN_MS = 250;
const LONGEST_REPLY = 500;

/**
 * Brings a letter to the recipients of one destination who are due. Run again after a death, it tries again whom the
 * letter can not have reached, and leaves as unclear whom it may have reached.
 */
export async function deliverElsewhere(
  deps: DeliverElsewhereDeps,
  place: LetterKey & { destination: string },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { db, clock } = deps;
  await store.giveUpHandingOver(db, place, unixSeconds(clock));
  const source = await store.readSource(db, place);
  const tries = source ? await store.takeTries(db, place, unixSeconds(clock)) : [];
  if (source && tries.length > 0) {
    const results = await carry(deps, place, source, tries, signal);
    await writeDown(deps, () => endTries(deps, place, tries, results));
    tell(deps, place, results);
  }
  await planNext(deps, place);
  await settleSending(deps, place);
}

async function carry(
  deps: DeliverElsewhereDeps,
  place: LetterKey & { destination: string },
  { blob, sender }: Source,
  tries: Try[],
  signal: AbortSignal,
): Promise<RecipientResult[]> {
  const { blobs, clock, db, dkim, mailWay } = deps;
  try {
    const stat = await blobs.stat(blob);
    if (!stat) throw new Error('The source of the letter is missing');
    const signature =
      dkim === null
        ? ''
        : await signLetter(await blobs.open(blob), {
            key: dkim,
            domain: sender.slice(sender.lastIndexOf('@') + 1),
            at: new Date(clock.now()),
          });
    const letter = {
      from: sender,
      to: tries.map((one) => one.email),
      size: stat.size + signature.length,
      eightBit: true,
      utf8: await hasUtf8Header(await blobs.open(blob)),
      async *source() {
        yield Buffer.from(signature);
        yield* await blobs.open(blob);
      },
      async beforeEnd() {
        if (!(await store.beginHandingOver(db, place, tries))) throw new Error('Somebody else tries by now');
      },
    };
    return await carryLetter(letter, place.destination, mailWay, signal);
  } catch (error) {
    // Ours to mend; nothing has left.
    const reply = error instanceof Error ? error.message : String(error);
    deps.log.error({ outbox: place.outboxId, reason: reply }, 'A letter could not be carried');
    return tries.map(({ email }) => ({
      address: email,
      outcome: 'temporary',
      code: null,
      reply: 'Local error',
    }));
  }
}

/** All of them at once: one answer was for all. */
async function endTries(
  { db, clock }: DeliverElsewhereDeps,
  letter: LetterKey,
  tries: Try[],
  results: RecipientResult[],
): Promise<void> {
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    for (const one of tries) {
      const result = results.find(({ address }) => address === one.email);
      if (!result) throw new Error('A recipient was not answered for');
      await store.endTry(tx, letter, one, changeFor(one, result, now));
    }
  });
}

function changeFor(one: Try, { outcome, code, reply }: RecipientResult, now: number): RecipientChange {
  const said = { code, reply: reply.slice(0, LONGEST_REPLY), at: now };
  if (outcome === 'accepted') return { state: 'delivered', ...said };
  if (outcome === 'unclear') return { state: 'unclear', ...said };
  if (outcome === 'permanent' || now - one.first_tried_at >= GIVE_UP_SECONDS)
    return { state: 'failed', ...said };
  const minutes = PAUSES[Math.min(one.attempts, PAUSES.length) - 1] as number;
  return { state: 'waiting', ...said, next_at: now + minutes * 60 };
}

/**
 * What another server has answered is known only here until it is written, so the database is waited for, even where
 * the job is to end: who works on jobs ends them just because the database is away.
 */
async function writeDown({ clock }: DeliverElsewhereDeps, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await clock.sleep(WRITE_AGAIN_MS);
    }
  }
}

/** The next try is a job of its own, in the place of this one. */
async function planNext(
  { db }: DeliverElsewhereDeps,
  place: LetterKey & { destination: string },
): Promise<void> {
  const at = await store.nextTryAt(db, place);
  if (at === null) return;
  const options = { jobKey: elsewhereKey(place.outboxId, place.destination), runAt: new Date(at * 1000) };
  await inTransaction(db, (tx) => addJob(tx, deliverElsewhereTask, place, options));
}

function tell(
  { log }: DeliverElsewhereDeps,
  { outboxId, destination }: LetterKey & { destination: string },
  results: RecipientResult[],
) {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of results) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  log.info({ outbox: outboxId, destination, ...outcomes }, 'Mail went out');
}
