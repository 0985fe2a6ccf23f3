import { LIMITS } from '@bocau/contract/limits.ts';
import type { Merge, MergeProblem } from '@bocau/contract/merges.ts';
import { isAuthorized } from '../../access/authorize.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { insertMark } from '../../mail/messages/sent-messages.store.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import type { RoutedRecipient } from '../../mail/outbox/outbox-recipients.store.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendStored } from '../../mail/outbox/send-stored.ts';
import { SUSPENDED_PAUSE_SECONDS } from '../../mail/outbox/start-send.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import { isPermanent } from '../../platform/jobs/translate-error.ts';
import type { ReadDb } from '../../tables.ts';
import { hasEmptyField } from './check-rows.ts';
import { type ParsedText, parseText } from './fill-message.ts';
import { type FilledRow, fillRow, type MadeMessage, makeMessage, withMadeBlobs } from './make-message.ts';
import type { MergeDeps } from './merge-deps.ts';
import { readMergePace } from './merge-pace.ts';
import { findRefusals } from './merge-refusals.store.ts';
import {
  markOut,
  type RowToSend,
  readGoneOut,
  readNextWaiting,
  readWaitingRow,
  skipRow,
} from './merge-rows.store.ts';
import {
  countUntried,
  type MergeContent,
  type MergeKey,
  type MergeRow,
  readMerge,
  updateMerge,
} from './merges.store.ts';
import { addTurn } from './start-merge.ts';

/** Then other merges, and whatever else is slow, have theirs. */
const ROWS_A_TURN = 20;
/** Of one merge that nobody has tried to deliver yet: what is paused or stopped stays behind within seconds. */
const MOST_UNTRIED = 50;
const QUEUE_PAUSE_SECONDS = 3;

/** What a turn remembers from row to row. */
type Turn = {
  hasOpenedShares: boolean;
  /** The text, parsed once: it may have megabytes, and stays as it is from row to row. */
  parsed: { startedAt: number | null; version: MergeContent['version']; text: ParsedText } | null;
};
type Running = MergeRow & { content: MergeContent };
/** How a step ended: with a row, or with a reason why nothing leaves now. */
type Step = 'sent' | 'ended' | { wait: NonNullable<Merge['wait']>; seconds: number };

/** A turn of a merge; whatever it can't send at all pauses it. */
export async function sendRows(
  deps: MergeDeps,
  key: MergeKey,
  { signal, lastAttempt }: Pick<JobRun, 'signal' | 'lastAttempt'>,
): Promise<void> {
  try {
    await takeTurn(deps, key, signal);
  } catch (error) {
    if (signal.aborted || (!lastAttempt && !isPermanent(error))) throw error;
    deps.log.error({ merge: key.mergeId, reason: (error as Error).message }, 'mail merge paused');
    await changeMailbox(deps, key.mailboxId, (change) => pause(change, key, 'error'));
  }
}

async function takeTurn(deps: MergeDeps, key: MergeKey, signal: AbortSignal): Promise<void> {
  const turn: Turn = { hasOpenedShares: false, parsed: null };
  for (let sent = 0; sent < ROWS_A_TURN; sent += 1) {
    signal.throwIfAborted();
    const merge = await readMerge(deps.db, key.mailboxId, key.mergeId);
    if (merge?.state !== 'running' || merge.content === null) return;
    if (merge.start_at !== null && merge.start_at > unixSeconds(deps.clock)) {
      await waitUntil(deps, key, null, merge.start_at);
      return;
    }
    const step = await sendNext(deps, key, { ...merge, content: merge.content }, turn);
    if (step === 'ended') return;
    if (step !== 'sent') {
      await waitUntil(deps, key, step.wait, unixSeconds(deps.clock) + step.seconds);
      return;
    }
  }
  await waitUntil(deps, key, null, null);
}

/** The next turn, if nobody has paused it meanwhile. */
async function waitUntil(
  deps: MergeDeps,
  key: MergeKey,
  wait: Merge['wait'],
  until: number | null,
): Promise<void> {
  await changeMailbox(deps, key.mailboxId, async ({ tx }) => {
    const merge = await readMerge(tx, key.mailboxId, key.mergeId);
    if (merge?.state !== 'running') return;
    if (merge.wait !== wait || merge.wait_until !== until) {
      await updateMerge(tx, key.mailboxId, key.mergeId, { wait, wait_until: until });
    }
    await addTurn(tx, key, until ?? undefined);
  });
}

async function sendNext(deps: MergeDeps, key: MergeKey, merge: Running, turn: Turn): Promise<Step> {
  const { db } = deps;
  const row = await readNextWaiting(db, key);
  if (!row) return finish(deps, key);
  const sender = await readSender(db, key.mailboxId, merge.content.sender.email);
  if (sender.isSuspended) return { wait: 'sender_held', seconds: SUSPENDED_PAUSE_SECONDS };
  if (sender.isExposed) {
    await changeMailbox(deps, key.mailboxId, (change) => pause(change, key, 'stranger'));
    return 'ended';
  }
  if (!isAuthorized({ mailbox: key.mailboxId }, 'send_as', sender)) {
    await changeMailbox(deps, key.mailboxId, (change) => pause(change, key, 'sender_not_allowed'));
    return 'ended';
  }
  if ((await countUntried(db, key, MOST_UNTRIED)) >= MOST_UNTRIED) {
    return { wait: 'queue', seconds: QUEUE_PAUSE_SECONDS };
  }
  // Looked at again under the lock; here it saves composing in vain.
  const held = await waitOf(deps, db, key.mailboxId);
  if (held) return held;
  return withMadeBlobs(deps, async (madeBlobs) => {
    const text = textOf(turn, merge);
    const filled = await fillRow(deps, key, merge, { text, row }, madeBlobs);
    const skip = async (problem: MergeProblem) => {
      await inTransaction(db, (tx) => skipRow(tx, key, row.row, problem));
      return 'sent' as const;
    };
    const problem = problemOf(merge, text, row, filled);
    if (problem) return skip(problem);
    const made = await makeMessage(deps, key, row.row, filled);
    // A row that was corrected since the check may have become longer.
    if (made.sent.size > LIMITS.messageBytes) return skip('mail_too_large');
    const recipients = await routeRecipients(db, filled.outgoing.to, deps.config.mail.relay !== null);
    return changeMailbox(deps, key.mailboxId, (change) =>
      sendRow(deps, change, key, { merge, row, filled, made, recipients, turn }),
    );
  });
}

/** Parsed anew only where it was taken back and started once more meanwhile. */
function textOf(turn: Turn, { content, started_at: startedAt }: Running): ParsedText {
  const { version } = content;
  if (turn.parsed?.startedAt !== startedAt || turn.parsed.version !== version) {
    turn.parsed = { startedAt, version, text: parseText(content) };
  }
  return turn.parsed.text;
}

async function waitOf({ config, clock }: MergeDeps, db: ReadDb, mailboxId: number): Promise<Step | null> {
  const pace = await readMergePace(db, config, mailboxId, unixSeconds(clock));
  if (pace.isHeld) return { wait: 'sender_held', seconds: SUSPENDED_PAUSE_SECONDS };
  return pace.wait && { wait: pace.wait.by, seconds: pace.wait.seconds };
}

/** What a correction, or a file that was put in another's place, has made wrong since the check. */
function problemOf(
  merge: Running,
  text: ParsedText,
  row: RowToSend,
  { recipient, problem }: FilledRow,
): MergeProblem | null {
  if (row.left_out) return 'left_out';
  if (recipient.email === '') return 'no_address';
  if (recipient.isSeveral) return 'several_addresses';
  if (!recipient.isValid) return 'invalid_address';
  if (problem) return problem;
  return merge.content.skipsEmpty && hasEmptyField(merge, text, row) ? 'empty_field' : null;
}

type Sending = {
  merge: Running;
  row: RowToSend;
  filled: FilledRow;
  made: MadeMessage;
  recipients: RoutedRecipient[];
  turn: Turn;
};

/** MM-8: the message, its place in the outbox and the mark of its row are true together, or none of them is. */
async function sendRow(
  deps: MergeDeps,
  change: MailboxChange,
  key: MergeKey,
  { merge, row, filled, made, recipients, turn }: Sending,
): Promise<Step> {
  const { tx, mailboxId, now, folders } = change;
  const current = await readMerge(tx, mailboxId, key.mergeId);
  if (current?.state !== 'running') return 'ended';
  // Taken back and started once more meanwhile: with another text, or at another time.
  if (current.started_at !== merge.started_at || current.start_at !== merge.start_at) return 'sent';
  if (current.content?.version !== merge.content.version) return 'sent';
  const same = await readWaitingRow(tx, key, row.row);
  // Sent by another process, corrected or left out meanwhile.
  if (!same || same.left_out !== row.left_out || same.cells.join('\0') !== row.cells.join('\0'))
    return 'sent';
  const { address } = filled.recipient;
  const refused = (await findRefusals(tx, mailboxId, [address])).has(address);
  if (refused || (await readGoneOut(tx, key, [address])).size > 0) {
    await skipRow(tx, key, row.row, refused ? 'said_no' : 'doubled_address');
    return 'sent';
  }
  const held = await waitOf(deps, tx, mailboxId);
  if (held) return held;
  if (change.usedBytes + made.message.size > change.quotaBytes) {
    await pause(change, key, 'quota');
    return 'ended';
  }
  const [filed] = await storeMessages(deps.clock, change, [{ ...made.message, folderId: folders.Sent }], {
    isOfTable: true,
  });
  if (!filed) throw new Error(`row ${row.row} of merge ${key.mergeId} was not filed`);
  const { outboxId, sent, sender, mark } = made;
  if (filed.filed) {
    if (mark) await insertMark(tx, mailboxId, filed.id, mark.tokenHash);
    await sendStored(change, {
      ...{ outboxId, messageId: filed.id, kind: 'send', dueAt: now, sender, blob: sent.key, recipients },
      mergeId: key.mergeId,
    });
  }
  // MM-20: once a turn, as another process may have sent the first one. Taken back before, they stay closed.
  if (!turn.hasOpenedShares) await deps.messageLeft(change, merge.content.id);
  turn.hasOpenedShares = true;
  await markOut(tx, key, row.row, { outboxId, messageId: filed.id, address, now });
  if (current.wait !== null) await updateMerge(tx, mailboxId, key.mergeId, { wait: null, wait_until: null });
  return 'sent';
}

async function finish(deps: MergeDeps, key: MergeKey): Promise<Step> {
  await changeMailbox(deps, key.mailboxId, async ({ tx, mailboxId, now }) => {
    const merge = await readMerge(tx, mailboxId, key.mergeId);
    if (merge?.state !== 'running' || (await readNextWaiting(tx, key))) return;
    await updateMerge(tx, mailboxId, key.mergeId, {
      ...{ state: 'done', finished_at: now, wait: null, wait_until: null },
    });
  });
  return 'ended';
}

async function pause(
  { tx, mailboxId }: MailboxChange,
  { mergeId }: MergeKey,
  paused_by: NonNullable<Merge['paused_by']>,
): Promise<void> {
  const merge = await readMerge(tx, mailboxId, mergeId);
  if (merge?.state !== 'running') return;
  await updateMerge(tx, mailboxId, mergeId, { state: 'paused', paused_by, wait: null, wait_until: null });
}
