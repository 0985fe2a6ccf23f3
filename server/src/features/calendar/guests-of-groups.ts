import type { EventFields, EventGuest } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { ReadDb } from '../../tables.ts';
import { readMembersOfGroups } from './group-guests.store.ts';

/**
 * Asks the members of a group in its place, so that each answers for themselves. A group whose members one may not all
 * see, or which has too many, stays one guest.
 */
export async function askMembers<Fields extends Partial<EventFields>>(
  db: ReadDb,
  person: number,
  fields: Fields,
): Promise<Fields> {
  if (!fields.guests || fields.guests.length === 0) return fields;
  const guests = fields.guests;
  const addresses = guests.map(({ email }) => foldAddress(email));
  const most = LIMITS.eventGuests - guests.length;
  const members = await readMembersOfGroups(db, person, addresses, most + 1);
  if (members.length === 0 || members.length > most) return fields;
  const byGroup = Map.groupBy(members, ({ group }) => group);
  const named = new Set(addresses);
  const asked = guests.flatMap((guest): EventGuest[] => {
    const { is_optional } = guest;
    const found = byGroup.get(foldAddress(guest.email));
    if (!found) return [guest];
    const others = found.filter(({ email }) => !named.has(email));
    for (const { email } of others) named.add(email);
    return others.map(({ name, email }) => ({ name, email, ...(is_optional && { is_optional }) }));
  });
  return { ...fields, guests: asked };
}
