import { readOutgoing } from '../../mail/outbox/read-outgoing.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import type { MergeText } from './fill-message.ts';
import { type MergeRow, readDrafts, readMerge } from './merges.store.ts';

export async function requireMerge(db: ReadDb, mailboxId: number, id: string): Promise<MergeRow> {
  const merge = await readMerge(db, mailboxId, id);
  if (!merge) throw new Failure('merge_not_found', 'Mail merge not found');
  return merge;
}

export type Acting = { mailbox: number; person: number };

/** MM-19: of the folder in a drive, whoever looks at the merge or starts it gets what they can read themselves. */
export async function requireMergeFor(
  db: ReadDb,
  { mailbox, person }: Acting,
  id: string,
): Promise<MergeRow> {
  return { ...(await requireMerge(db, mailbox, id)), person_id: person };
}

/** As long as it has not begun. */
export function refuseBegun({ state }: MergeRow): void {
  if (state === 'preparing') return;
  throw new Failure('operation_in_progress', 'The mail merge has been started already');
}

/** Whoever threw the draft away wants nothing sent of it, though it can still be shown. */
export async function hasDraft(
  db: ReadDb,
  mailboxId: number,
  { draft_id }: Pick<MergeRow, 'draft_id'>,
): Promise<boolean> {
  const draft = (await readDrafts(db, mailboxId, [draft_id])).get(draft_id);
  return draft?.discarded === false;
}

/** What was kept at the start, or else the draft as it is now; undefined where that is gone. */
export async function readMergeText(
  db: ReadDb,
  mailboxId: number,
  { content, draft_id }: Pick<MergeRow, 'content' | 'draft_id'>,
): Promise<MergeText | undefined> {
  if (content) return content;
  const outgoing = await readOutgoing(db, mailboxId, draft_id);
  return outgoing?.draft ? outgoing : undefined;
}
