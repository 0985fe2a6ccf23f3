import type { ChangeSet } from '@bocau/contract/changes.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { folderView } from '../../mail/folders/folders.view.ts';
import { threadView } from '../../mail/threads/threads.view.ts';
import type { ReadDb } from '../../tables.ts';
import { readChangesSince } from './notifications.store.ts';

/**
 * What became of everything that changed after a number, up to another one or up to now; without a number, none of it
 * and the present number. Too old is what was thrown away, what is more than one answer holds, and a number that this
 * journal has not reached: it was restored from a copy.
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
    threads: (read.threads ?? []).map(({ id, rows }) => ({
      id,
      rows: rows.map(({ list, ...row }) => ({ list, thread: threadView(row) })),
    })),
    merged: read.merged ?? [],
    folders: (read.folders ?? []).map(folderView),
    removed_folders: read.removed_folders ?? [],
    new_mail: read.new_mail ?? [],
    ...(read.new_elsewhere ? { new_elsewhere: read.new_elsewhere } : {}),
    quota: read.quota,
    ...(read.settings ? { settings: true } : {}),
    starred: read.starred,
  };
}
