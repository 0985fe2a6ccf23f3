import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { AppContext } from '../context.ts';
import { DRIVE_FOLDER } from '../features/transfer/export-drive.ts';
import { importMail } from '../features/transfer/import-mail.ts';
import type { MailSource, SourceProblem } from '../features/transfer/mail-source.ts';
import { readMaildir } from '../features/transfer/read-maildir.ts';
import { readMbox } from '../features/transfer/read-mbox.ts';
import { readQuotaOf } from '../mail/mailbox/mailbox.store.ts';
import { unixSeconds } from '../platform/clock.ts';
import type { ReadDb } from '../tables.ts';
import { AdminError, type Command, findMailbox, onlyArgument } from './command.ts';
import { type Brought, importCalendars, importContacts } from './import-beside.ts';
import { printProblems } from './print-problems.ts';
import { createProgress, type Terminal } from './progress.ts';
import { recordCommand } from './record-command.ts';

const MB = 1024 * 1024;

export const importCommand: Command = {
  usage: 'import EMAIL --maildir DIR | --mbox FILE [--folder NAME]',
  summary:
    'Brings in mail with its folders, marks and dates, and of an export its contacts and calendars; run it again to go on after it was cut off',
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
      const problems = [...result.problems];
      if (maildir !== undefined) problems.push(...(await importBeside(context, mailbox, maildir, out)));
      return printProblems(problems, 'could not be imported', err);
    } finally {
      await source.close();
    }
  },
};

/** What `export` writes beside the mail. */
async function importBeside(
  context: AppContext,
  { id, email }: { id: number; email: string },
  dir: string,
  out: Terminal,
): Promise<SourceProblem[]> {
  const cards = await importContacts(context, id, dir);
  if (cards.places > 0) out.write(beside(cards, { what: 'contacts', where: 'books', email }));
  const events = await importCalendars(context, id, dir);
  if (events.places > 0) out.write(beside(events, { what: 'events and tasks', where: 'calendars', email }));
  if (existsSync(join(dir, DRIVE_FOLDER))) {
    out.write(`Not imported: the files in ${join(dir, DRIVE_FOLDER)}; they are uploaded in the drive.\n`);
  }
  return [...cards.problems, ...events.problems];
}

function beside(
  { places, created, replaced, known }: Brought,
  { what, where, email }: { what: string; where: string; email: string },
): string {
  const newer = replaced === 0 ? '' : `, ${replaced} of them in place of earlier ones`;
  const there = known === 0 ? '' : `, ${known} were there already`;
  return `Imported ${created + replaced} ${what} into ${places} ${where} of ${email}${newer}${there}.\n`;
}

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
