import { parseArgs } from 'node:util';
import { verifyBackup } from '../features/backup/verify-backup.ts';
import { BackupError, openBackup } from '../platform/backups/backup-folder.ts';
import { systemClock } from '../platform/clock.ts';
import { AdminError, type ConfigCommand, onlyArgument } from './command.ts';
import { printProblems } from './print-problems.ts';
import { createProgress } from './progress.ts';

export const verify: ConfigCommand = {
  usage: 'verify DIR [--at BACKUP]',
  summary:
    'Reads all that the newest backup in DIR, or another one, consists of, and says what is damaged or missing',
  async runWithout(_config, out, { args, err }) {
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
      return printProblems(faults, 'parts of the backup are not as they were written', err);
    } catch (error) {
      throw error instanceof BackupError ? new AdminError(error.message, { cause: error }) : error;
    }
  },
};
