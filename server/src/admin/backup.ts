import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { noteBackup } from '../features/backup/last-backup.store.ts';
import { makeBackup } from '../features/backup/make-backup.ts';
import { BackupError } from '../platform/backups/backup-folder.ts';
import { inTransaction } from '../platform/db/database.ts';
import { AdminError, type Command } from './command.ts';
import { printProblems } from './print-problems.ts';
import { createProgress, type Progress } from './progress.ts';
import { refuseDataFolder } from './refuse-data-folder.ts';

export const backup: Command = {
  usage: 'backup --out DIR [--keep NUMBER]',
  summary:
    'Writes all mail, files, people and settings of one moment to DIR, while the program runs; blobs that an earlier backup in DIR has are not written again',
  async run({ context, args, out, err }) {
    const { values } = parseArgs({ args, options: { out: { type: 'string' }, keep: { type: 'string' } } });
    if (!values.out) throw new AdminError('--out DIR is missing');
    const dir = values.out;
    await refuseDataFolder(dir, context.config);
    const keep = values.keep === undefined ? null : readKeep(values.keep);
    err.write(
      'SECRETS_KEY (DATA_DIR/secrets.key with the embedded database) is not in a backup: keep it elsewhere.\n',
    );
    let progress: Progress | null = null;
    try {
      const show = (done: number, of: number) => {
        progress ??= createProgress(context.clock, err, of, 'blobs');
        progress.show(done);
      };
      const { name, manifest, copied, removed, problems } = await makeBackup(context, dir, show, keep);
      (progress as Progress | null)?.end();
      await inTransaction(context.db, (tx) =>
        noteBackup(tx, { name, at: manifest.at, dir: resolve(dir), lost: manifest.lost.length }),
      );
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      out.write(
        `Backup ${name} in ${dir}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.blobs.rows} blobs of which ${copied} are new.\n`,
      );
      if (removed.backups > 0) {
        out.write(
          `Removed ${removed.backups} older backups, and ${removed.blobs} blobs that were theirs alone.\n`,
        );
      }
      const lost = manifest.lost.map(({ key, reason }) => ({ what: `blob ${key}`, reason }));
      const codes = [
        printProblems(lost, 'could not be copied', err),
        printProblems(problems, 'could not be done besides; the backup is complete', err),
      ];
      return Math.max(...codes);
    } catch (error) {
      throw error instanceof BackupError ? new AdminError(error.message, { cause: error }) : error;
    }
  },
};

function readKeep(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new AdminError(`--keep is how many backups stay, not '${text}'`);
  return Number(text);
}
