import type { Birthday } from '@bocau/contract/contacts.ts';
import { readBirthdays } from '../../contacts/cards/birthdays.store.ts';
import { birthdayOf } from '../../contacts/cards/derive-card.ts';
import type { ReadDb } from '../../tables.ts';

const AT_MOST = 5_000;

/** CL-142: for the calendar, which shows them without copying them. */
export async function showBirthdays(db: ReadDb, person: number): Promise<Birthday[]> {
  const rows = await readBirthdays(db, person, AT_MOST);
  return rows.map(({ id, full_name, organisation, birthday }) => ({
    ...{ id, name: full_name || organisation },
    ...birthdayOf(birthday),
  }));
}
