import {
  type CalendarSource,
  isCalendarSource,
  readCalendarSource,
} from '../features/calendar/move-in/calendar-source.ts';
import { MoveInError } from '../features/calendar/move-in/move-in-error.ts';
import {
  readSourceAddress,
  type SourceAddress,
  SourceAddressError,
} from '../features/transfer/move-in/source-address.ts';
import { foldAddress } from '../mail/people/fold-address.ts';
import { readCsv } from '../platform/read-csv.ts';
import { AdminError } from './command.ts';

/** Where mail or calendars come from. */
export type MovedFrom = { mail: SourceAddress } | { calendars: CalendarSource };
export type ListedMigration = { email: string; from: MovedFrom; password: string };

const COLUMNS = ['email', 'from', 'password'];

/** The mailboxes of a list; its first line names the columns. An error in any line aborts the whole command. */
export function readListedMigrations(csv: string): ListedMigration[] {
  const [head, ...lines] = readCsv(csv);
  const columns = (head?.fields ?? []).map((name) => name.toLowerCase());
  if (COLUMNS.some((name) => !columns.includes(name)) || columns.length !== COLUMNS.length) {
    throw new AdminError(`The first line of the list names its columns: ${COLUMNS.join(', ')}`);
  }
  return lines.map(({ number, fields }) => {
    const value = (name: string) => fields[columns.indexOf(name)] ?? '';
    const missing = COLUMNS.find((name) => value(name) === '');
    if (missing !== undefined) throw new AdminError(`line ${number}: ${missing} is missing`);
    return {
      email: foldAddress(value('email')),
      from: readFrom(value('from'), `line ${number}: from`),
      password: value('password'),
    };
  });
}

export function readFrom(text: string, name: string): MovedFrom {
  try {
    return isCalendarSource(text)
      ? { calendars: readCalendarSource(text) }
      : { mail: readSourceAddress(text) };
  } catch (error) {
    if (error instanceof SourceAddressError || error instanceof MoveInError)
      throw new AdminError(`${name} ${error.message}`);
    throw error;
  }
}
