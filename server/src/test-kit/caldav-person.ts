import { type DavClient, davClient } from './dav-client.ts';
import { type NewPerson, newPerson } from './new-person.ts';
import type { TestServer } from './start-server.ts';

export type CalDavPerson = NewPerson & {
  dav: DavClient;
  password: string;
  /** Where their calendars are, and the one that everybody has. */
  home: string;
  calendar: string;
};

/** A person whose program has signed in to their calendars. */
export async function calDavPerson(
  server: TestServer,
  options?: Parameters<typeof newPerson>[1],
): Promise<CalDavPerson> {
  const person = await newPerson(server, options);
  const made = { name: 'iPhone', scopes: ['dav' as const] };
  const { password } = (await person.client.createAppPassword({ body: made })).data;
  const dav = davClient(server.baseUrl, { name: person.email, password });
  const home = `/dav/calendars/${person.email}/`;
  const { byHref } = await dav.ask('PROPFIND', home, { depth: '1' });
  const calendar = [...byHref.keys()].find((path) => path !== home) ?? '';
  return { ...person, dav, password, home, calendar };
}

/** An event as a phone puts it; `lines` are its times and what else it says. */
export function vevent(uid: string, title: string, ...lines: string[]): string {
  return vcalendar('VEVENT', uid, [`SUMMARY:${title}`, ...lines]);
}

export function vtodo(uid: string, title: string, ...lines: string[]): string {
  return vcalendar('VTODO', uid, [`SUMMARY:${title}`, ...lines]);
}

function vcalendar(component: string, uid: string, lines: string[]): string {
  const all = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Apple Inc.//iPhone OS 17.0//EN'],
    ...[`BEGIN:${component}`, `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines, `END:${component}`],
    'END:VCALENDAR',
  ];
  return `${all.join('\r\n')}\r\n`;
}
