import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { importMail } from '../features/transfer/import-mail.ts';
import type { MailSource } from '../features/transfer/mail-source.ts';
import { readMaildir } from '../features/transfer/read-maildir.ts';
import { readMbox } from '../features/transfer/read-mbox.ts';
import { readQuotaOf } from '../mail/mailbox/mailbox.store.ts';
import { unixSeconds } from '../platform/clock.ts';
import type { ReadDb } from '../tables.ts';
import { AdminError, type Command, findMailbox, onlyArgument } from './command.ts';
import { printProblems } from './print-problems.ts';
import { createProgress, type Terminal } from './progress.ts';
import { recordCommand } from './record-command.ts';

const MB = 1024 * 1024;

export const importCommand: Command = {
  usage: 'import EMAIL --maildir DIR | --mbox FILE [--folder NAME]',
  summary: 'Brings in mail with its folders, marks and dates; run it again to go on after it was cut off',
  async run({ context, args, out, err }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { maildir: { type: 'string' }, mbox: { type: 'string' }, folder: { type: 'string' } },
    });
    const email = onlyArgument(positionals, 'EMAIL');
    const { maildir, mbox, folder } = values;
    const mailbox = await findMailbox(context.db, email);
    const options = {
      below: folder === undefined ? [] : folder.split('/'),
      now: unixSeconds(context.clock),
    };
    const source = await openSource(maildir, mbox, options);
    try {
      await warnOfQuota(context.db, mailbox.id, source, err);
      const place = { before: resolve(maildir ?? (mbox as string)), after: folder ?? null };
      await recordCommand(context, mailbox, { act: 'mail_imported', ...place });
      const progress = createProgress(context.clock, err, source.messages.length, 'messages');
      const result = await importMail(context, mailbox.id, source, progress.show);
      progress.end();
      const known = result.known === 0 ? '' : `, ${result.known} were there already`;
      out.write(`Imported ${result.filed} messages into ${mailbox.email}${known}.\n`);
      return printProblems(result.problems, 'could not be imported', err);
    } finally {
      await source.close();
    }
  },
};

async function openSource(
  maildir: string | undefined,
  mbox: string | undefined,
  options: { below: string[]; now: number },
): Promise<MailSource> {
  if ((maildir === undefined) === (mbox === undefined)) {
    throw new AdminError('Either --maildir DIR or --mbox FILE is needed');
  }
  try {
    if (maildir !== undefined) return (await readMaildir(maildir, options)) as MailSource;
    return (await readMbox(mbox as string, options)) as MailSource;
  } catch (error) {
    throw new AdminError((error as Error).message, { cause: error });
  }
}

/** An administrator may exceed a mailbox's quota, but should know. */
async function warnOfQuota(db: ReadDb, mailboxId: number, source: MailSource, err: Terminal): Promise<void> {
  const row = await readQuotaOf(db, mailboxId);
  const bytes = source.messages.reduce((sum, message) => sum + message.size, row.used_bytes);
  if (bytes <= row.quota_mb * MB) return;
  err.write(
    `Warning: this may fill the mailbox with ${Math.ceil(bytes / MB)} MB, beyond its quota of ${row.quota_mb} MB.\n`,
  );
}
