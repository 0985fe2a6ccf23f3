import {
  type BackupFolder,
  listBackupFolders,
  listBackups,
  restoreFolder as restoreFolderEndpoint,
  showMailRestore,
} from '@bocau/contract/admin-restore.ts';
import { pathKey } from '../../mail/folders/folder-names.ts';
import { BackupError, listBackups as namesIn, openBackup } from '../../platform/backups/backup-folder.ts';
import { Failure } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { type RestoreDeps, restoreFolder, showRestore } from './restore-folder.ts';
import { readBackupFolders, whoseMailIn } from './restore-mail.ts';
import { findRestoredMailbox } from './restores.store.ts';
import { readTransferFolders } from './transfer.store.ts';

export function restoreRoutes(deps: RestoreDeps): Route[] {
  const { db, config } = deps;

  async function mailboxOf(id: string) {
    const found = /^\d{1,15}$/.test(id) ? await findRestoredMailbox(db, Number(id)) : null;
    if (!found) throw new Failure('not_found', 'There is no such person');
    return found;
  }

  const names = () =>
    ofBackups(async () => (config.backupDir === null ? [] : await namesIn(config.backupDir)));

  return [
    route(listBackups, async () => {
      const known = (await names()) ?? [];
      return { data: known.reverse().map((name) => ({ name, at: timeOf(name) })) };
    }),

    route(listBackupFolders, async ({ params, query }) => {
      const mailbox = await mailboxOf(params.id);
      const dir = config.backupDir;
      const folders =
        dir === null
          ? null
          : await ofBackups(async () => {
              const backup = await openBackup(dir, query.backup);
              return readBackupFolders(backup, await whoseMailIn(db, backup, mailbox));
            });
      if (folders === null) throw noSuchBackup();
      const there = new Set((await readTransferFolders(db, mailbox.id)).map((row) => row.path_key));
      return {
        data: folders.map(
          ({ path, role }): BackupFolder => ({ path, role, is_there: there.has(pathKey(path)) }),
        ),
      };
    }),

    route(restoreFolderEndpoint, async ({ params, body, caller }) => {
      const mailbox = await mailboxOf(params.id);
      // The job checks whether the folder is in it: reading that takes as long as reading the rows of all
      // mailboxes.
      if (!(await names())?.includes(body.backup)) throw noSuchBackup();
      return { data: await restoreFolder(deps, mailbox, body, caller.actor) };
    }),

    route(showMailRestore, async ({ params }) => {
      const { id } = await mailboxOf(params.id);
      return { data: await showRestore(db, id) };
    }),
  ];
}

function noSuchBackup(): Failure {
  return new Failure('not_found', 'There is no such backup');
}

/** Null when the folder of backups is missing, or the backup was removed or is unreadable. */
async function ofBackups<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Unix seconds, from a name such as 20261122T023000Z. */
function timeOf(name: string): number {
  const iso = name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Date.parse(iso) / 1000;
}
