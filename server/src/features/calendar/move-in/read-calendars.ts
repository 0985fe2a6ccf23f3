import { LIMITS } from '@bocau/contract/limits.ts';
import type { CalendarSource } from './calendar-source.ts';
import { childOf, type DavAsk, type DavResource } from './dav-client.ts';
import { MoveInError } from './move-in-error.ts';

export type SourceCalendar = { url: URL; name: string; color: string | null };

const CALDAV = 'urn:ietf:params:xml:ns:caldav';
const HOME = `{${CALDAV}}calendar-home-set`;
const PRINCIPAL = '{DAV:}current-user-principal';
const TEXT = `{${CALDAV}}calendar-data`;
const COMPONENTS = `{${CALDAV}}supported-calendar-component-set`;
const COLOR = '{http://apple.com/ns/ical/}calendar-color';
const NAMESPACES = `xmlns="DAV:" xmlns:C="${CALDAV}" xmlns:A="http://apple.com/ns/ical/"`;
const AT_ONCE = 50;
/** Of a list that its server cuts short (RFC 4918, 11.5). */
const INSUFFICIENT_STORAGE = 507;
/** More than anybody has; a server that lists them without end is left. */
const MOST_LISTED = 1_000;

/** Somebody's calendars that hold events, found from the address that they type into a program (RFC 6764). */
export async function findCalendars(ask: DavAsk, { url }: CalendarSource): Promise<SourceCalendar[]> {
  const body = propfind('<current-user-principal/><C:calendar-home-set/>');
  const first = await askOne(ask, url, body);
  const home = hrefIn(first, HOME) ?? (await homeOf(ask, hrefIn(first, PRINCIPAL)));
  const listed: DavResource[] = [];
  const names = '<resourcetype/><displayname/><C:supported-calendar-component-set/><A:calendar-color/>';
  await ask('PROPFIND', home ?? url, { depth: '1', body: propfind(names) }, (resource) => {
    if (listed.length === MOST_LISTED) throw new MoveInError('The server lists calendars without end');
    listed.push(resource);
  });
  const calendars = listed.filter(isOfEvents).map(({ url: at, properties }) => ({
    url: at,
    name: properties.get('{DAV:}displayname')?.text.trim() || lastOf(at),
    color: /^#[0-9a-f]{6}/i.exec(properties.get(COLOR)?.text.trim() ?? '')?.[0].toLowerCase() ?? null,
  }));
  if (calendars.length === 0) throw new MoveInError('No calendar is found there');
  return calendars;
}

async function homeOf(ask: DavAsk, principal: URL | null): Promise<URL | null> {
  if (principal === null) return null;
  const one = await askOne(ask, principal, propfind('<C:calendar-home-set/>'));
  return hrefIn(one, HOME);
}

async function askOne(ask: DavAsk, url: URL, body: string): Promise<DavResource | undefined> {
  let first: DavResource | undefined;
  await ask('PROPFIND', url, { depth: '0', body }, (resource) => {
    first ??= resource;
  });
  return first;
}

function isOfEvents({ properties }: DavResource): boolean {
  const types = properties.get('{DAV:}resourcetype')?.children.map(({ name }) => name) ?? [];
  const components = properties.get(COMPONENTS)?.children.map(({ attributes }) => attributes.get('name'));
  return types.includes(`{${CALDAV}}calendar`) && (components?.includes('VEVENT') ?? true);
}

/** The paths of all that is in a calendar. */
export async function listObjects(ask: DavAsk, calendar: SourceCalendar): Promise<string[]> {
  const body = propfind('<getetag/>');
  const paths: string[] = [];
  await ask('PROPFIND', calendar.url, { depth: '1', body }, ({ url: { pathname }, refusedWith }) => {
    if (refusedWith === INSUFFICIENT_STORAGE)
      throw new MoveInError(`The server lists a part of ${calendar.name} only`);
    if (pathname.endsWith('/')) return;
    if (paths.length === LIMITS.eventsPerMailbox) {
      throw new MoveInError(`${calendar.name} has more than ${LIMITS.eventsPerMailbox} events`);
    }
    paths.push(pathname);
  });
  return paths;
}

/** An object that its server lists, and that did not come. */
export type Unread = { path: string; reason: string };
export type ObjectPage = { objects: { path: string; text: string }[]; unread: Unread[] };

/** What is there, one page in memory at a time: the next one is asked for when this one was taken. */
export async function* readObjects(
  ask: DavAsk,
  calendar: SourceCalendar,
  paths: readonly string[],
): AsyncGenerator<ObjectPage> {
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const asked = paths.slice(from, from + AT_ONCE);
    const hrefs = asked.map((path) => `<href>${escaped(path)}</href>`);
    const body = `<C:calendar-multiget ${NAMESPACES}><prop><C:calendar-data/></prop>${hrefs.join('')}</C:calendar-multiget>`;
    const objects: ObjectPage['objects'] = [];
    const given = new Set<string>();
    const refused = new Map<string, number>();
    let answered = 0;
    await ask('REPORT', calendar.url, { depth: '1', body }, ({ url, properties, refusedWith }) => {
      answered += 1;
      if (answered > hrefs.length) throw new MoveInError('The server answers more than it was asked for');
      const text = properties.get(TEXT)?.text;
      if (refusedWith !== null) refused.set(nameOfObject(url.pathname), refusedWith);
      if (text === undefined) return;
      given.add(nameOfObject(url.pathname));
      objects.push({ path: url.pathname, text });
    });
    const unread = asked
      .filter((path) => !given.has(nameOfObject(path)))
      .map((path) => ({ path, reason: whyNot(refused.get(nameOfObject(path))) }));
    yield { objects, unread };
  }
}

const propfind = (names: string) => `<propfind ${NAMESPACES}><prop>${names}</prop></propfind>`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const lastOf = ({ pathname }: URL) => nameOfObject(pathname);
const whyNot = (status: number | undefined) =>
  `The server lists it and does not give it${status === undefined ? '' : `, but answers ${status}`}`;

/** Programs write the same path with other signs encoded. */
export function nameOfObject(path: string): string {
  const last = path.split('/').findLast(Boolean) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function hrefIn(resource: DavResource | undefined, name: string): URL | null {
  const property = resource?.properties.get(name);
  const href = property && childOf(property, '{DAV:}href')?.text.trim();
  return href && resource ? URL.parse(href, resource.url.href) : null;
}
