import type { BodyOf } from '@bocau/contract/endpoint.ts';
import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { changeMerge as changeEndpoint, changeMergeRow as rowEndpoint } from '@bocau/contract/merges.ts';
import { reachFolder } from '../../drive/access/reach-entry.ts';
import type { AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import type { MailboxCaller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { checkRows } from './check-rows.ts';
import { requireDraft } from './create-merge.ts';
import { exactName, keysOfFiles } from './meant-file.ts';
import type { MergeDeps } from './merge-deps.ts';
import { insertFiles, readOwnFiles, sumFiles } from './merge-files.store.ts';
import { type ReportedRow, readReport, readWaitingRow, updateRow } from './merge-rows.store.ts';
import { readMergeText, refuseBegun, requireMerge } from './merge-text.ts';
import { deleteMerge as deleteRows, type MergeRow, releaseTaken, updateMerge } from './merges.store.ts';

/** The title at any time; what follows from columns, before it is started. */
export async function changeMerge(
  deps: MergeDeps,
  caller: Pick<MailboxCaller, 'person' | 'mailbox' | 'at'>,
  id: string,
  { title, ...changes }: BodyOf<typeof changeEndpoint>,
): Promise<MergeRow> {
  const { mailbox } = caller;
  if (changes.drive_folder_id) await reachFolder(deps.db, caller, changes.drive_folder_id, 'READ');
  await changeMailbox(deps, mailbox, async ({ tx }) => {
    const merge = await requireMerge(tx, mailbox, id);
    if (Object.values(changes).some((value) => value !== undefined)) refuseBegun(merge);
    if (changes.draft_id) await requireDraft(tx, mailbox, changes.draft_id);
    for (const field of ['address_column', 'name_column', 'file_column'] as const) {
      if ((changes[field] ?? 0) >= merge.columns.length) throw noColumn(field);
    }
    await updateMerge(tx, mailbox, id, {
      ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
      // It is their drive that is read when a row is sent.
      ...(changes.drive_folder_id ? { person_id: caller.person } : {}),
      ...(title === undefined ? {} : { title }),
    });
  });
  return requireMerge(deps.db, mailbox, id);
}

function noColumn(field: string): Failure {
  return invalidInput('The table has no such column', {
    field,
    problem: 'is no column',
    rule: 'not_an_option',
  });
}

export async function changeMergeRow(
  deps: MergeDeps,
  caller: Pick<MailboxCaller, 'person' | 'mailbox' | 'at'>,
  { id, row: number }: { id: string; row: string },
  { cells, left_out }: BodyOf<typeof rowEndpoint>,
): Promise<{ merge: MergeRow; row: ReportedRow }> {
  const row = Number(number);
  const { mailbox: mailboxId } = caller;
  const begun = await requireMerge(deps.db, mailboxId, id);
  // MM-19: a row of one that has begun gets files by the right of who started it.
  const isLent = begun.state !== 'preparing' && begun.person_id !== caller.person;
  if (isLent && begun.drive_folder_id !== null) {
    await reachFolder(deps.db, caller, begun.drive_folder_id, 'READ');
  }
  const merge = { ...begun, person_id: caller.person };
  const key = { mailboxId, mergeId: merge.id };
  await changeMailbox(deps, mailboxId, async ({ tx }) => {
    const { columns, state } = await requireMerge(tx, mailboxId, id);
    const before = await readWaitingRow(tx, key, row);
    if (!before) return refuseMissing(await readReport(tx, key, { after: 0, limit: 1, row }));
    if (state === 'running') throw new Failure('operation_in_progress', 'Pause the mail merge first');
    const changed = [...before.cells];
    for (const { column, text } of cells ?? []) {
      if (column >= columns.length) throw noColumn('cells');
      changed[column] = text.trim();
    }
    await updateRow(tx, key, row, { cells: changed, left_out: left_out ?? before.left_out });
  });
  if (merge.state === 'preparing') {
    const text = await readMergeText(deps.db, mailboxId, merge);
    await checkRows(deps, key, merge, text, unixSeconds(deps.clock));
  }
  return { merge, row: await requireRow(deps, mailboxId, merge, row) };
}

function refuseMissing(found: ReportedRow[]): never {
  if (found.length === 0) throw new Failure('merge_not_found', 'The mail merge has no such row');
  throw new Failure('operation_in_progress', 'This row has been dealt with already');
}

export async function requireRow(
  { db }: Pick<MergeDeps, 'db'>,
  mailboxId: number,
  merge: MergeRow,
  row: number,
): Promise<ReportedRow> {
  const [found] = await readReport(db, { mailboxId, mergeId: merge.id }, { after: 0, limit: 1, row });
  if (!found) throw new Failure('merge_not_found', 'The mail merge has no such row');
  return found;
}

export async function deleteMerge(deps: MergeDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    const { state } = await requireMerge(tx, mailboxId, id);
    if (state === 'running' || state === 'paused') {
      throw new Failure('operation_in_progress', 'Stop the mail merge first');
    }
    await deleteRows(tx, mailboxId, id, now);
    // One that has ended may have been sent.
    if (state === 'preparing') await releaseTaken(tx, mailboxId, id);
  });
}

/** Keeps files that were uploaded, for people whose row names them. */
export async function keepFiles(
  deps: MergeDeps,
  mailboxId: number,
  id: string,
  files: AttachmentRow[],
): Promise<{ files: number; bytes: number }> {
  return changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    // It may have begun, or be gone, since the upload did.
    const merge = await requireMerge(tx, mailboxId, id);
    refuseBegun(merge);
    const key = { mailboxId, mergeId: merge.id };
    // Of two of the same name in one form, the later one.
    const named = new Map(files.map((file) => [exactName(file.name), file]));
    const keyed = keysOfFiles(await readOwnFiles(tx, key), [...named.values()]);
    await insertFiles(
      tx,
      key,
      keyed.map(([nameKey, { content_type: contentType, name, size, blob, held }]) => ({
        ...{ id: newId(deps.clock), nameKey, name, contentType, size, blob, held },
      })),
      now,
    );
    const sum = await sumFiles(tx, key);
    if (sum.files > MERGE_LIMITS.files || sum.bytes > MERGE_LIMITS.fileBytes) {
      throw new Failure('too_large', 'The files of a mail merge have a limit', {
        details: { limit: MERGE_LIMITS.fileBytes, files: MERGE_LIMITS.files },
      });
    }
    return sum;
  });
}
