import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CALENDARS_FOLDER, exportCalendars } from '../features/transfer/export-calendars.ts';
import { CONTACTS_FOLDER, exportContacts } from '../features/transfer/export-contacts.ts';
import { DRIVE_FOLDER, exportDrive } from '../features/transfer/export-drive.ts';
import { exportMaildir } from '../features/transfer/export-maildir.ts';
import { countMessages, countNotExported } from '../features/transfer/transfer.store.ts';
import { AdminError, type Command, findMailbox, onlyArgument } from './command.ts';
import { printProblems } from './print-problems.ts';
import { createProgress } from './progress.ts';
import { recordCommand } from './record-command.ts';

export const exportCommand: Command = {
  usage: 'export EMAIL --out DIR',
  summary:
    'Writes a mailbox as a Maildir++, and the files of its drive, the books of its contacts and its calendars beside it; into the same DIR again it writes what is new',
  async run({ context, args, out, err }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { out: { type: 'string' } },
    });
    if (!values.out) throw new AdminError('--out DIR is missing');
    const mailbox = await findMailbox(context.db, onlyArgument(positionals, 'EMAIL'));
    await recordCommand(context, mailbox, { act: 'mail_exported', after: resolve(values.out) });
    const progress = createProgress(
      context.clock,
      err,
      await countMessages(context.db, mailbox.id),
      'messages',
    );
    const result = await exportMaildir(context, mailbox.id, values.out, progress.show);
    progress.end();
    const drive = await exportDrive(context, mailbox.id, values.out);
    const known = result.known === 0 ? '' : `, ${result.known} were there already`;
    out.write(`Exported ${result.written} messages of ${mailbox.email} to ${values.out}${known}.\n`);
    const files = drive.written + drive.known;
    if (files > 0) {
      out.write(
        `Exported ${files} files of the drive to ${join(values.out, DRIVE_FOLDER)}; not what is in its trash.\n`,
      );
    }
    const cards = await exportContacts(context.db, mailbox.id, values.out);
    if (cards > 0) {
      out.write(
        `Exported ${cards} contacts to ${join(values.out, CONTACTS_FOLDER)}; not those in the trash.\n`,
      );
    }
    const events = await exportCalendars(context.db, mailbox.id, values.out);
    if (events > 0) {
      out.write(
        `Exported ${events} events and tasks to ${join(values.out, CALENDARS_FOLDER)}; not those in the trash.\n`,
      );
    }
    const left = await countNotExported(context.db, mailbox.id);
    if (left.length > 0) {
      const kinds = left.map(({ what, count }) => `${what} (${count})`).join(', ');
      out.write(`Not in it, as a Maildir has no place for them: ${kinds}.\n`);
    }
    return printProblems([...result.problems, ...drive.problems], 'could not be exported', err);
  },
};
