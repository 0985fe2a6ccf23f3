import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import { namesInstallation } from '../config/expected-installation.ts';
import { type LastBackup, noteVerified } from '../features/backup/last-backup.store.ts';
import { verifyBackup } from '../features/backup/verify-backup.ts';
import { BackupError, openBackup } from '../platform/backups/backup-folder.ts';
import { systemClock } from '../platform/clock.ts';
import { inTransaction, openDatabase } from '../platform/db/database.ts';
import { silentLogger } from '../platform/logger.ts';
import { reachDatabase } from '../prepare-database.ts';
import type { Tables } from '../tables.ts';
import { AdminError, type ConfigCommand, onlyArgument } from './command.ts';
import { printProblems } from './print-problems.ts';
import { createProgress } from './progress.ts';

export const verify: ConfigCommand = {
  usage: 'verify DIR [--at BACKUP]',
  summary:
    'Reads all that the newest backup in DIR, or another one, consists of, and says what is damaged or missing',
  async runWithout(config, out, { args, err }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { at: { type: 'string' } },
    });
    const dir = onlyArgument(positionals, 'DIR');
    try {
      const backup = await openBackup(dir, values.at);
      const progress = createProgress(systemClock, err, backup.manifest.blobs.rows, 'blobs');
      const faults = await verifyBackup(systemClock, dir, backup, progress.show);
      progress.end();
      if (faults.length === 0) out.write(`Backup ${backup.name} is whole.\n`);
      const damaged = faults.length - backup.manifest.lost.length;
      await note(config, { name: backup.name, dir: resolve(dir), damaged }).catch(({ message }: Error) =>
        err.write(`'status', 'doctor' and the console do not hear of this: ${message}\n`),
      );
      return printProblems(faults, 'parts of the backup are not as they were written', err);
    } catch (error) {
      throw error instanceof BackupError ? new AdminError(error.message, { cause: error }) : error;
    }
  },
};

/** A copy of the folder is verified on machines without an installation too. */
async function note(config: Config, verified: Pick<LastBackup, 'name' | 'dir' | 'damaged'>): Promise<void> {
  if (!namesInstallation(config)) return;
  await using opened = new AsyncDisposableStack();
  const pgConfig = await reachDatabase(config, systemClock, silentLogger, opened);
  const database = openDatabase<Tables>({
    pgConfig,
    poolSize: 1,
    log: silentLogger,
    applicationName: 'verify',
  });
  opened.defer(() => database.close());
  await inTransaction(database.db, (tx) => noteVerified(tx, verified));
}
