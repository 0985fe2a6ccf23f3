import type pg from 'pg';
import { type Backup, BackupError, listBackups, openBackup } from '../../platform/backups/backup-folder.ts';
import { DamagedFileError, linesOf, readSealed } from '../../platform/backups/sealed-file.ts';
import { readInstallation } from './load-dump.store.ts';

/**
 * Backups of one folder count and go together: another installation's would be removed with `--keep`, or be taken
 * for the newest. One that was restored from here goes on with the folder.
 */
export async function refuseForeignFolder(client: pg.Client, dir: string): Promise<void> {
  const own = await readInstallation(client);
  for (const name of await backupsIn(dir)) {
    const owner = await ownerOf(dir, name);
    if (owner === null || owner === own) continue;
    throw new BackupError(
      `The backup ${name} in ${dir} is of another installation (${owner}; this one is ${own ?? 'new'}). Give each installation a folder of its own; nothing was written or removed`,
    );
  }
}

async function backupsIn(dir: string): Promise<string[]> {
  try {
    return await listBackups(dir);
  } catch (error) {
    // It is made with the first backup.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Null where the backup is damaged there, or older than ids of installations. */
async function ownerOf(dir: string, name: string): Promise<string | null> {
  try {
    return await installationOf(await openBackup(dir, name));
  } catch (error) {
    if (error instanceof BackupError || error instanceof DamagedFileError) return null;
    throw error;
  }
}

async function installationOf({ folder, manifest }: Backup): Promise<string | null> {
  const table = manifest.tables.find((one) => one.table === 'installation');
  if (!table) return null;
  for await (const line of linesOf(readSealed(folder, table))) {
    return line.toString('utf8').split('\t')[table.columns.indexOf('id')] ?? null;
  }
  return null;
}
