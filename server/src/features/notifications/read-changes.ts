import type { ChangeSet } from '@bocau/contract/changes.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { singleId } from '@bocau/contract/single-messages.ts';
import { folderView } from '../../mail/folders/folders.view.ts';
import { labelView } from '../../mail/labels/labels.view.ts';
import { rowsOfSingles } from '../../mail/threads/single-rows.ts';
import { threadView } from '../../mail/threads/threads.view.ts';
import type { ReadDb } from '../../tables.ts';
import { type Outcome, readChangesSince } from './notifications.store.ts';

/**
 * Everything that changed after a number, up to another one or up to now; without a number, only the current
 * number. "Too old" means pruned entries, more changes than fit into one response, or a number that this
 * journal has not reached: the database was restored.
 */
export async function readChanges(
  db: ReadDb,
  mailboxId: number,
  since: number | null,
  until: number | null = null,
): Promise<ChangeSet | 'too_old'> {
  const read = await readChangesSince(db, mailboxId, { since, until, limit: LIMITS.changesPerAnswer });
  if (!read) throw new Error(`mailbox ${mailboxId} does not exist`);
  if (since !== null && (since < read.forgotten_seq || since > read.seq)) return 'too_old';
  if (read.too_many) return 'too_old';
  return {
    seq: until ?? read.seq,
    threads: [
      ...(read.threads ?? []).map(({ id, rows }) => ({
        id,
        rows: rows.map(({ list, ...row }) => ({ list, thread: threadView(row) })),
      })),
      ...singlesView(read.singles),
    ],
    merged: read.merged ?? [],
    folders: (read.folders ?? []).map((folder) => folderView(folder, read.single)),
    removed_folders: read.removed_folders ?? [],
    ...(read.labels ? { labels: read.labels.map((label) => labelView(label, read.single)) } : {}),
    ...(read.removed_labels ? { removed_labels: read.removed_labels } : {}),
    new_mail: read.new_mail ?? [],
    ...(read.new_elsewhere ? { new_elsewhere: read.new_elsewhere } : {}),
    quota: read.quota,
    ...(read.single ? { single: true } : {}),
    ...(read.settings ? { settings: true } : {}),
    starred: read.starred,
  };
}

/** The rows of each message, except permanently deleted ones. */
function singlesView(singles: Outcome['singles']): ChangeSet['threads'] {
  if (!singles) return [];
  const { messages, gone, special } = singles;
  const there = messages.map((message) => ({
    id: singleId(message.id),
    rows: rowsOfSingles([message], special).map(({ folder_id, ...row }) => ({
      list: folder_id === special.Starred ? STARRED : folder_id,
      thread: threadView(row),
    })),
  }));
  return [...there, ...gone.map((id) => ({ id: singleId(id), rows: [] }))];
}
