import { calendarsOf } from '../../calendar/calendars/calendars-of.ts';
import { collectionName } from '../../kernel/collection-name.ts';
import type { ReadDb } from '../../tables.ts';
import { keyOf } from './change-calendars.ts';

const LONGEST = 90;

/** The calendars of a mailbox have names of their own: of a name that is taken, one with a number. */
export async function freeName(db: ReadDb, person: number, wanted: string): Promise<string> {
  const name = collectionName(wanted.slice(0, LONGEST));
  const taken = new Set((await calendarsOf(db, person)).map((one) => keyOf(one.name)));
  for (let number = 1; ; number += 1) {
    const called = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(keyOf(called))) return called;
  }
}
