import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { calendarSourceName } from '../features/calendar/move-in/calendar-source.ts';
import {
  areWhole,
  type CalendarMoveReport,
  moveCalendars,
} from '../features/calendar/move-in/move-calendars.ts';
import { mapAtMost } from '../features/transfer/map-at-most.ts';
import { moveIn } from '../features/transfer/move-in/move-in.ts';
import { isWhole, type MoveReport } from '../features/transfer/move-in/move-report.ts';
import { sourceName } from '../features/transfer/move-in/source-address.ts';
import { foldAddress } from '../mail/people/fold-address.ts';
import { oneLine } from '../platform/one-line.ts';
import type { FoundMailbox } from './accounts.store.ts';
import { AdminError, type Command, type CommandInput, findMailbox, onlyArgument } from './command.ts';
import { createProgress, type Progress, type Terminal } from './progress.ts';
import { type ListedMigration, type MovedFrom, readFrom, readListedMigrations } from './read-migrations.ts';
import { readPassword } from './read-password.ts';
import { recordCommand } from './record-command.ts';
import { alignColumns } from './text-table.ts';

type Migration = { mailbox: FoundMailbox; from: MovedFrom; password: string };
type Moved = { mail: MoveReport } | { calendars: CalendarMoveReport };

const REFUSED_PRINTED = 100;
const AT_ONCE = 3;
const MOST_AT_ONCE = 16;

export const migrateMailbox: Command = {
  usage:
    'migrate-mailbox EMAIL --from imaps://USER@HOST[:PORT]|caldavs://USER@HOST[/PATH] | --csv FILE|- [--parallel N] [--json]',
  summary:
    'Brings a mailbox over from another provider by IMAP, with folders, marks and dates. Run it again, after it was cut ' +
    'off and until all mail comes here, for what is new since. The password is asked for, or read from standard input; ' +
    'imap:// begins TLS by STARTTLS; caldavs:// brings calendars. A list of many has the columns email, from and password',
  async run({ context, args, out, err, stdin = process.stdin }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        csv: { type: 'string' },
        parallel: { type: 'string', default: String(AT_ONCE) },
        json: { type: 'boolean', default: false },
      },
    });
    if ((values.from === undefined) === (values.csv === undefined)) {
      throw new AdminError('Either EMAIL with --from, or --csv FILE is needed');
    }
    const parallel = readParallel(values.parallel);
    const listed =
      values.csv === undefined
        ? [await readOne(positionals, values.from as string, stdin, err)]
        : readListedMigrations(await readList(positionals, values.csv, stdin));
    const migrations = await Promise.all(
      listed.map(async ({ email, ...given }) => ({
        ...given,
        mailbox: await findMailbox(context.db, email),
      })),
    );
    const many = values.csv !== undefined;
    const progress = many ? createProgress(context.clock, err, migrations.length, 'mailboxes') : null;
    let [ended, whole] = [0, 0];
    await mapAtMost(parallel, migrations, async (migration) => {
      try {
        const moved = await migrate(context, migration, err, many);
        out.write(values.json ? jsonOf(migration, moved) : textOf(migration, moved));
        if (isAllHere(moved)) whole += 1;
      } catch (error) {
        if (!many) throw error;
        err.write(`${migration.mailbox.email}: ${oneLine((error as Error).message, 500)}\n`);
      }
      ended += 1;
      progress?.show(ended);
    });
    progress?.end();
    if (many && !values.json) out.write(`${whole} of ${migrations.length} mailboxes are whole.\n`);
    return whole === migrations.length ? 0 : 1;
  },
};

function readParallel(given: string): number {
  const parallel = Number(given);
  if (/^\d+$/.test(given) && parallel >= 1 && parallel <= MOST_AT_ONCE) return parallel;
  throw new AdminError(`--parallel is a number up to ${MOST_AT_ONCE}, not '${given}'`);
}

/** Never an argument: those are visible in the shell's history, and in the process list. */
async function readOne(
  positionals: string[],
  given: string,
  stdin: Readable,
  err: Terminal,
): Promise<ListedMigration> {
  const email = foldAddress(onlyArgument(positionals, 'EMAIL'));
  const from = readFrom(given, '--from');
  return {
    email,
    from,
    password: await readPassword(stdin, err, `Password of ${nameOf(from)}: `),
  };
}

async function readList(positionals: string[], file: string, stdin: Readable): Promise<string> {
  if (positionals.length > 0) throw new AdminError(`--csv names the mailboxes: what is '${positionals[0]}'?`);
  return file === '-' ? text(stdin) : readFile(file, 'utf8');
}

async function migrate(
  context: CommandInput['context'],
  { mailbox, from, password }: Migration,
  err: Terminal,
  quiet: boolean,
): Promise<Moved> {
  let progress: Progress | null = null;
  const watcher = {
    start(total: number) {
      const what = 'mail' in from ? 'messages' : 'calendars';
      progress = quiet ? null : createProgress(context.clock, err, total, what);
    },
    show: (done: number) => progress?.show(done),
  };
  await recordCommand(context, mailbox, {
    act: 'mail_moved_in',
    before: `${schemeOf(from)}://${nameOf(from)}`,
  });
  const move = { mailboxId: mailbox.id, password };
  const moved =
    'mail' in from
      ? {
          mail: await moveIn(
            context,
            { ...move, from: from.mail, largestMessage: context.config.mail.maxBytes },
            watcher,
          ),
        }
      : { calendars: await moveCalendars(context, { ...move, from: from.calendars }, watcher) };
  (progress as Progress | null)?.end();
  return moved;
}

function nameOf(from: MovedFrom): string {
  return 'mail' in from ? sourceName(from.mail) : calendarSourceName(from.calendars);
}

function schemeOf(from: MovedFrom): string {
  if ('mail' in from) return from.mail.protection === 'tls' ? 'imaps' : 'imap';
  return from.calendars.url.protocol === 'https:' ? 'caldavs' : 'caldav';
}

function isAllHere(moved: Moved): boolean {
  return 'mail' in moved ? isWhole(moved.mail) : areWhole(moved.calendars);
}

function jsonOf({ mailbox, from }: Migration, moved: Moved): string {
  const report = 'mail' in moved ? moved.mail : moved.calendars;
  const told = { email: mailbox.email, from: nameOf(from), whole: isAllHere(moved), ...report };
  return `${JSON.stringify(told)}\n`;
}

function textOf({ mailbox, from }: Migration, moved: Moved): string {
  const lines = 'mail' in moved ? linesOfMail(moved.mail) : linesOfCalendars(moved.calendars);
  const end = isAllHere(moved) ? 'Whole: everything that is there is here.' : 'NOT whole.';
  return `${[`${mailbox.email} from ${nameOf(from)}`, ...lines, end].join('\n')}\n`;
}

function linesOfCalendars({ calendars, refused, more_refused, stopped }: CalendarMoveReport): string[] {
  const head = [
    'calendar',
    'in source',
    'new',
    'changed',
    'already there',
    'kept',
    'deleted here',
    'refused',
    'left',
    'tasks',
  ];
  const rows = calendars.map((row) => Object.values(row).map((cell) => oneLine(String(cell), 200)));
  return [
    alignColumns([head, ...rows]),
    ...refused
      .slice(0, REFUSED_PRINTED)
      .map(
        ({ calendar, title, reason }) =>
          `refused: ${oneLine(title, 200)} in ${oneLine(calendar, 200)}: ${reason}`,
      ),
    ...moreRefused(refused.length - REFUSED_PRINTED, more_refused),
    ...(stopped === null ? [] : [`stopped: ${stopped}`]),
  ];
}

function linesOfMail(report: MoveReport): string[] {
  const head = [
    'folder',
    'to',
    'in source',
    'copied',
    'already there',
    'elsewhere',
    'refused',
    'left',
    'here',
  ];
  const rows = report.folders.map((row) =>
    [
      ...[
        row.folder,
        row.to,
        row.in_source,
        row.copied,
        row.already_there,
        row.elsewhere,
        row.refused,
        row.left_meanwhile,
        row.here,
      ],
    ].map((cell) => oneLine(String(cell), 200)),
  );
  const lines = [alignColumns([head, ...rows])];
  for (const { folder, uid, reason } of report.refused.slice(0, REFUSED_PRINTED)) {
    lines.push(`refused: ${oneLine(folder, 200)}${uid === null ? '' : ` UID ${uid}`}: ${reason}`);
  }
  lines.push(...moreRefused(report.refused.length - REFUSED_PRINTED, report.more_refused));
  if (report.stopped !== null) lines.push(`stopped: ${report.stopped}`);
  return lines;
}

function moreRefused(unprinted: number, unlisted: number): string[] {
  const more = Math.max(0, unprinted) + unlisted;
  return more > 0 ? [`and ${more} more refused`] : [];
}
