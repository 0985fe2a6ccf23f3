import type { BodyOf } from '@bocau/contract/endpoint.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { controlMerge as controlEndpoint, startMerge as startEndpoint } from '@bocau/contract/merges.ts';
import { bindShares, requireShares } from '../../drive/shares/follow-message.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { checkMoment } from '../../mail/messages/check-moment.ts';
import { readMessage } from '../../mail/messages/messages.store.ts';
import { messageView } from '../../mail/messages/messages.view.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { addJob, removeJob } from '../../platform/jobs/add-job.ts';
import { lookOver, type Obstacle } from './check-merge.ts';
import { BLOCKING } from './check-rows.ts';
import type { MergeDeps } from './merge-deps.ts';
import { deleteTextFiles, insertFiles } from './merge-files.store.ts';
import { hasAnyOut, restoreSkipped, skipProblems, stopWaiting } from './merge-rows.store.ts';
import { type Acting, hasDraft, readMergeText, requireMerge } from './merge-text.ts';
import { type MergeKey, type MergeRow, updateMerge } from './merges.store.ts';
import { jobKeyOf, sendMergeTask } from './send-merge-task.ts';

/** Checks everything once more, keeps the text, and begins. A merge that has begun stays as it is. */
export async function startMerge(
  deps: MergeDeps,
  caller: Acting,
  id: string,
  { empty_fields, draft_version, share_ids, start_at, delay = 0 }: BodyOf<typeof startEndpoint>,
): Promise<MergeRow> {
  const { mailbox, person } = caller;
  const before = await requireMerge(deps.db, mailbox, id);
  if (before.state !== 'preparing') return before;
  if (start_at !== undefined) checkMoment(start_at, unixSeconds(deps.clock), 'start_at');
  await requireShares(deps.db, mailbox, share_ids);
  const { obstacles, sums, text: seen } = await lookOver(deps, caller, id);
  const skipsEmpty = empty_fields === 'skip';
  if (obstacles.length === 0 && skipsEmpty && sums.ready === 0) obstacles.push({ obstacle: 'nobody' });
  if (obstacles.length > 0) throw notReady(obstacles);
  await changeMailbox(deps, mailbox, async (change) => {
    const { tx, now } = change;
    const merge = await requireMerge(tx, mailbox, id);
    if (merge.state !== 'preparing') return;
    const text = await readMergeText(tx, mailbox, merge);
    if (!text || !(await hasDraft(tx, mailbox, merge))) throw notReady([{ obstacle: 'draft_not_found' }]);
    // What was looked over is what leaves: a draft may be saved in between.
    if (text.version !== (draft_version ?? seen?.version)) {
      throw await draftConflict(change, text.id);
    }
    const key = { mailboxId: mailbox, mergeId: merge.id };
    const held = text.files.map((file) => ({ ...file, id: newId(deps.clock), nameKey: null }));
    if (held.length > 0) await insertFiles(tx, key, held, now);
    await skipProblems(tx, key, skipsEmpty ? [...BLOCKING, 'empty_field'] : BLOCKING);
    // As with every delayed send, it is held a little longer than it is shown.
    const delayed = delay > 0 ? now + delay + LIMITS.undoMarginSeconds : null;
    const startAt = start_at ?? delayed;
    await updateMerge(tx, mailbox, id, {
      content: { ...text, skipsEmpty },
      start_at: startAt,
      state: 'running',
      started_at: now,
      // Of a folder in a drive, it reads what they can read.
      person_id: person,
    });
    await bindShares(change, { messageId: text.id, ids: share_ids, lastSendAt: startAt ?? now });
    await addTurn(tx, key, startAt ?? undefined);
  });
  return requireMerge(deps.db, mailbox, id);
}

function notReady(obstacles: Obstacle[]): Failure {
  return new Failure('merge_not_ready', 'The mail merge can’t be started yet', { details: { obstacles } });
}

async function draftConflict({ tx, mailboxId }: MailboxChange, draftId: string): Promise<Failure> {
  const row = await readMessage(tx, mailboxId, draftId);
  return new Failure('draft_conflict', 'The draft has been changed elsewhere', {
    details: row ? { draft: messageView(row) } : {},
  });
}

/** MM-9: under the lock of the mailbox, under which each row is sent too. */
export async function controlMerge(
  deps: MergeDeps,
  mailboxId: number,
  id: string,
  { act }: BodyOf<typeof controlEndpoint>,
): Promise<MergeRow> {
  await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    const { id: mergeId, state, start_at } = await requireMerge(tx, mailboxId, id);
    const key = { mailboxId, mergeId };
    if (state !== 'running' && state !== 'paused') {
      throw new Failure('merge_not_running', 'The mail merge has not begun, or has ended');
    }
    const calm = { wait: null, wait_until: null } as const;
    if (act === 'resume') {
      await updateMerge(tx, mailboxId, mergeId, { ...calm, state: 'running', paused_by: null });
      await addTurn(tx, key, start_at === null || start_at <= now ? undefined : start_at);
      return;
    }
    // MM-17: as long as nobody has got it.
    if (act === 'undo' && (await hasAnyOut(tx, key))) {
      throw new Failure('not_undoable', 'The first messages have left already');
    }
    await removeJob(tx, jobKeyOf(mergeId));
    if (act === 'pause') {
      if (state === 'running') {
        await updateMerge(tx, mailboxId, mergeId, { ...calm, state: 'paused', paused_by: 'person' });
      }
      return;
    }
    if (act === 'undo') {
      await restoreSkipped(tx, key);
      await deleteTextFiles(tx, key, now);
      await updateMerge(tx, mailboxId, mergeId, {
        ...{ ...calm, state: 'preparing', paused_by: null, content: null, started_at: null, start_at: null },
      });
      return;
    }
    await stopWaiting(tx, key);
    await updateMerge(tx, mailboxId, mergeId, { ...calm, state: 'stopped', finished_at: now });
  });
  return requireMerge(deps.db, mailboxId, id);
}

export function addTurn(tx: MailboxChange['tx'], key: MergeKey, at?: number): Promise<void> {
  return addJob(tx, sendMergeTask, key, {
    jobKey: jobKeyOf(key.mergeId),
    ...(at === undefined ? {} : { runAt: new Date(at * 1000) }),
  });
}
