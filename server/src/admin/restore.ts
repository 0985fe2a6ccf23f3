import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import { refuseWithoutInstallation } from '../config/expected-installation.ts';
import { createContext } from '../context.ts';
import { restoreBackup } from '../features/backup/restore-backup.ts';
import { restoreMail, whoseMailIn } from '../features/transfer/restore-mail.ts';
import { type Backup, BackupError, openBackup } from '../platform/backups/backup-folder.ts';
import { openBlobStore } from '../platform/blobs/open-blob-store.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLogger } from '../platform/logger.ts';
import { knownMigrations, migrateDatabase, reachDatabase } from '../prepare-database.ts';
import { AdminError, type ConfigCommand, findMailbox } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { printProblems } from './print-problems.ts';
import { createProgress, type Terminal } from './progress.ts';
import { recordCommand } from './record-command.ts';

const MAIL_ALONE =
  'Only mail is restored. Contacts and calendars: restore the backup into a spare installation, export EMAIL --out DIR there, and import EMAIL --maildir DIR here.\n';

type Chosen = { dir: string; backup: Backup; withoutLost: boolean };

export const restore: ConfigCommand = {
  usage: 'restore --from DIR [--at BACKUP] [--without-lost | --mailbox EMAIL [--folder NAME]]',
  summary:
    'Makes of an empty installation what the newest backup in DIR, or another one, holds; or brings back the mail of one mailbox or folder that is missing, while it is in use',
  async runWithout(config, out, { args, err }) {
    const { values } = parseArgs({
      args,
      options: {
        from: { type: 'string' },
        at: { type: 'string' },
        mailbox: { type: 'string' },
        folder: { type: 'string' },
        'without-lost': { type: 'boolean', default: false },
      },
    });
    if (!values.from) throw new AdminError('--from DIR is missing');
    const { mailbox, folder = null } = values;
    if (folder !== null && mailbox === undefined) throw new AdminError('--folder NAME needs --mailbox EMAIL');
    try {
      const backup = await openBackup(values.from, values.at);
      if (mailbox !== undefined) {
        return await restoreMailbox(config, out, err, { dir: values.from, backup, mailbox, folder });
      }
      const chosen = { dir: values.from, backup, withoutLost: values['without-lost'] };
      return await restoreAll(config, out, err, chosen);
    } catch (error) {
      throw error instanceof BackupError ? new AdminError(error.message, { cause: error }) : error;
    }
  },
};

async function restoreMailbox(
  config: Config,
  out: Terminal,
  err: Terminal,
  chosen: { dir: string; backup: Backup; mailbox: string; folder: string | null },
): Promise<number> {
  refuseWithoutInstallation(config);
  const context = await createContext(config, { log: silentLogger, existing: true });
  try {
    const mailbox = await findMailbox(context.db, chosen.mailbox);
    const { email, id } = mailbox;
    const whose = { ...(await whoseMailIn(context.db, chosen.backup, { id, email })), email };
    const { name } = chosen.backup;
    const after = chosen.folder === null ? name : `${chosen.folder} (${name})`;
    await recordCommand(context, mailbox, { act: 'mail_restored', after });
    const result = await restoreMail(context, id, { ...chosen, whose });
    const { restored, putBack, known, inTrash, drafts } = result;
    out.write(
      `Restored ${restored} messages of ${email} from backup ${chosen.backup.name}; ${known} were there.\n`,
    );
    if (putBack > 0) out.write(`Of those, ${putBack} were put back out of the trash.\n`);
    if (inTrash > 0) out.write(`Of those, ${inTrash} are in the trash; --folder NAME puts them back.\n`);
    if (drafts > 0) out.write(`Not restored: ${drafts} drafts that were never sent.\n`);
    if (chosen.folder === null) out.write(MAIL_ALONE);
    return printProblems(result.problems, 'could not be restored', err);
  } finally {
    await context.close();
  }
}

async function restoreAll(
  config: Config,
  out: Terminal,
  err: Terminal,
  { dir, backup, withoutLost }: Chosen,
): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const pgConfig = await reachDatabase(config, systemClock, silentLogger, opened);
  const { url, ...blobOptions } = config.blobStore;
  const blobs = await openBlobStore(url, { clock: systemClock, ...blobOptions });
  opened.defer(() => blobs.close());
  const progress = createProgress(systemClock, err, backup.manifest.blobs.rows, 'blobs');
  const result = await restoreBackup(
    {
      ...{ pgConfig, blobs, clock: systemClock, migrations: await knownMigrations() },
      migrate: (only) => migrateDatabase(pgConfig, config, { only }),
    },
    dir,
    backup,
    { withoutLost, by: commandLine().name, progress: progress.show },
  );
  progress.end();
  out.write(`Restored backup ${backup.name}: ${result.rows} rows and ${result.blobs} blobs.\n`);
  out.write(
    'Second steps, the addresses of followed calendars, and links of shares and calendars to be shown again open only with the SECRETS_KEY of the time of the backup.\n',
  );
  return printProblems(result.lost, 'could not be restored', err);
}
