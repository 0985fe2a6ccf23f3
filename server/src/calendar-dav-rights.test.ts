import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CalendarPermission } from './calendar-tables.ts';
import { createDomain } from './features/people/create-people.ts';
import { DAV_METHODS, type DavMethod } from './platform/dav/bind-dav.ts';
import { newId } from './platform/ids.ts';
import { type CalDavPerson, calDavPerson, vevent } from './test-kit/caldav-person.ts';
import { CALLERS, type CallerName, RIGHTS } from './test-kit/calendar-rights/callers.ts';
import {
  DAV_PLACES,
  type DavPlace,
  EVENT_TIMES,
  expectedOfDav,
  requestOf,
} from './test-kit/calendar-rights/dav-acts.ts';
import { statusOfChanges } from './test-kit/contact-rights/dav-acts.ts';
import { type DavClient, davClient } from './test-kit/dav-client.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

const TABLE = '../../docs/calendar-dav-rights.md';
const DOMAIN = 'lich.example';
const NAMES: Record<DavPlace, string> = {
  ...{ calendar: '', event: 'a.ics', 'private event': 'rieng.ics', 'owner’s event': 'a.ics' },
};

let server: TestServer;
const people = new Map<CallerName, { dav: DavClient; person: CalDavPerson }>();
const rows = new Map<string, string[]>();

beforeAll(async () => {
  server = await startTestServer();
  await createDomain(server.context, DOMAIN, true);
  await createDomain(server.context, 'khac.example', true);
  for (const name of CALLERS.toReversed()) {
    const domain = name === 'another domain' ? 'khac.example' : DOMAIN;
    const person = await calDavPerson(server, { domain, kind: name === 'own' ? 'owner' : 'member' });
    people.set(name, { person, dav: name === 'nobody' ? davClient(server.baseUrl, null) : person.dav });
  }
});
afterAll(() => server.close());

const of = (caller: CallerName) => people.get(caller) as { dav: DavClient; person: CalDavPerson };

let calendar: string | null = null;
/** The last one, which a call has changed: so many are shared by one person at most. */
let changed: string | null = null;

/** A calendar of the owner that is shared, with an event, and a private one; made anew when a call changed it. */
async function shared(): Promise<string> {
  if (calendar !== null) return calendar;
  const { client, dav, home } = of('own').person;
  const body = { name: newId(server.clock), color: '#0b8043' };
  if (changed !== null) await dav.call('DELETE', `${home}${changed}/`);
  const { id } = (await client.createCalendar({ body })).data;
  const members = CALLERS.flatMap((name) => {
    const right = RIGHTS[name];
    if (right === undefined || right === 'OWNER') return [];
    return [{ address: of(name).person.email, permission: right as CalendarPermission }];
  });
  await client.setCalendarMembers({ params: { id }, body: { members } });
  const put = (name: string, ...lines: string[]) =>
    dav.call('PUT', `${home}${id}/${name}`, {
      body: vevent(`${name} ${id}`, 'Họp', ...EVENT_TIMES, ...lines),
    });
  await put('a.ics');
  await put('rieng.ics', 'CLASS:PRIVATE');
  [calendar, changed] = [id, id];
  return id;
}

async function ask(method: DavMethod, place: DavPlace, caller: CallerName, id: string, owner: string) {
  const { dav, person } = of(caller);
  const name = NAMES[place];
  const home = place === 'owner’s event' ? `/dav/calendars/${owner}/` : person.home;
  const asked = {
    ...{ uid: `${name} ${id}`, name: newId(server.clock) },
    destination: `${person.calendar}${newId(server.clock)}.ics`,
  };
  // Wrong passwords are slowed down, which has tests of its own.
  await sql`delete from sign_ins where not succeeded`.execute(server.context.db);
  const { status, text } = await dav.call(method, `${home}${id}/${name}`, requestOf(method, asked));
  return { status: method === 'PROPPATCH' ? statusOfChanges(status, text) : status, text };
}

const withoutIds = (text: string) => text.replaceAll(/<D:href>[^<]*<\/D:href>/g, '');
const acts = DAV_PLACES.flatMap((place) =>
  DAV_METHODS.map((method): [DavMethod, DavPlace] => [method, place]),
);

describe('every method of CalDAV', () => {
  test.each(acts)('CV-22 CL-110 CL-111 %s of %s is answered by what one may', async (method, place) => {
    const cells: string[] = [];
    for (const caller of CALLERS) {
      const id = await shared();
      const owner = of('own').person.email;
      const { status, text } = await ask(method, place, caller, id, owner);
      if (status < 300 && !['GET', 'HEAD', 'PROPFIND', 'REPORT'].includes(method)) calendar = null;
      cells.push(String(status));
      const expected = expectedOfDav(method, place, caller);
      if (expected === 'ok') expect([caller, status < 300], text).toEqual([caller, true]);
      else if (expected === 'refused') expect([403, 405], `${caller}: ${text}`).toContain(status);
      else if (expected !== 'absent') expect([caller, status], text).toEqual([caller, expected]);
      if (expected !== 'absent') continue;
      if (status < 300) await forgetMade(caller, id);
      const nowhere = newId(server.clock);
      const unknown = await ask(method, place, caller, nowhere, `khong-co@${DOMAIN}`);
      if (unknown.status < 300) await forgetMade(caller, nowhere);
      expect([caller, status, withoutIds(text)]).toEqual([caller, unknown.status, withoutIds(unknown.text)]);
    }
    rows.set(`${method} ${place}`, cells);
  });

  /** Whoever doesn't know of a calendar may have one of the same id. */
  async function forgetMade(caller: CallerName, id: string): Promise<void> {
    const { dav, person } = of(caller);
    await dav.call('DELETE', `${person.home}${id}/`);
  }
});

test('the table of rights is the one in the documents', async () => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const text = [
    '# Who may what with calendars by CalDAV',
    '',
    'Written by `server/src/calendar-dav-rights.test.ts` from what the program answers to each method of CalDAV, about a calendar',
    'of `own` that four people of the domain share, an event and a private event in it. Each asks below their own address, and in',
    'the last rows below the owner’s. What is 404 to who may nothing is answered as if it had never been, which the test compares.',
    '',
    line(['call', ...CALLERS]),
    line(['---', ...CALLERS.map(() => '---')]),
    ...[...rows].map(([row, cells]) => line([`\`${row}\``, ...cells])),
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot(TABLE);
});
