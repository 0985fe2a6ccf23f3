import { SESSION_HEADER } from '@bocau/contract/session.ts';
import type { CalendarRight } from '../../calendar/access/shared-calendars.store.ts';
import { createDomain } from '../../features/people/create-people.ts';
import { type NewPerson, newPerson } from '../new-person.ts';
import type { TestServer } from '../start-server.ts';

/** From who may nothing to whose the calendar is. */
export const CALLERS = [
  'nobody',
  'another domain',
  'same domain',
  'sees when busy',
  'may see',
  'may change',
  'manages',
  'own',
] as const;
export type CallerName = (typeof CALLERS)[number];

export type Caller = { headers: Record<string, string>; person: NewPerson };
export type Callers = Record<CallerName, Caller>;

/** What a share gives; those that are not named have none. */
export const RIGHTS: Partial<Record<CallerName, CalendarRight>> = {
  'sees when busy': 'BUSY',
  'may see': 'READ',
  'may change': 'WRITE',
  manages: 'MANAGE',
  own: 'OWNER',
};

const DOMAIN = 'lich.example';

export async function makeCallers(server: TestServer): Promise<Callers> {
  await createDomain(server.context, DOMAIN, true);
  await createDomain(server.context, 'khac.example', true);
  const made = new Map<CallerName, Caller>();
  for (const name of CALLERS.toReversed()) {
    const domain = name === 'another domain' ? 'khac.example' : DOMAIN;
    const person = await newPerson(server, { domain, kind: name === 'own' ? 'owner' : 'member' });
    const headers: Record<string, string> =
      name === 'nobody' ? {} : { [SESSION_HEADER]: person.client.token };
    made.set(name, { headers, person });
  }
  return Object.fromEntries(made) as Callers;
}
