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

/** Somebody's calendars that hold events, found from the address that they type into a program (RFC 6764). */
export async function findCalendars(ask: DavAsk, { url }: CalendarSource): Promise<SourceCalendar[]> {
  const body = propfind('<current-user-principal/><C:calendar-home-set/>');
  const [first] = await ask('PROPFIND', url, { depth: '0', body });
  const home = hrefIn(first, HOME) ?? (await homeOf(ask, hrefIn(first, PRINCIPAL)));
  const listed = await ask('PROPFIND', home ?? url, {
    depth: '1',
    body: propfind('<resourcetype/><displayname/><C:supported-calendar-component-set/><A:calendar-color/>'),
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
  const [one] = await ask('PROPFIND', principal, { depth: '0', body: propfind('<C:calendar-home-set/>') });
  return hrefIn(one, HOME);
}

function isOfEvents({ properties }: DavResource): boolean {
  const types = properties.get('{DAV:}resourcetype')?.children.map(({ name }) => name) ?? [];
  const components = properties.get(COMPONENTS)?.children.map(({ attributes }) => attributes.get('name'));
  return types.includes(`{${CALDAV}}calendar`) && (components?.includes('VEVENT') ?? true);
}

/** The addresses of all that is in a calendar. */
export async function listObjects(ask: DavAsk, calendar: SourceCalendar): Promise<URL[]> {
  const body = propfind('<getetag/>');
  const found = await ask('PROPFIND', calendar.url, { depth: '1', body });
  return found.map(({ url }) => url).filter(({ pathname }) => !pathname.endsWith('/'));
}

/** The texts of what is there, some at a time; what has left meanwhile is not among them. */
export async function* readObjects(
  ask: DavAsk,
  calendar: SourceCalendar,
  objects: readonly URL[],
): AsyncGenerator<string[]> {
  for (let from = 0; from < objects.length; from += AT_ONCE) {
    const hrefs = objects
      .slice(from, from + AT_ONCE)
      .map(({ pathname }) => `<href>${escaped(pathname)}</href>`);
    const body = `<C:calendar-multiget ${NAMESPACES}><prop><C:calendar-data/></prop>${hrefs.join('')}</C:calendar-multiget>`;
    const found = await ask('REPORT', calendar.url, { depth: '1', body });
    yield found.flatMap(({ properties }) => properties.get(TEXT)?.text ?? []);
  }
}

const propfind = (names: string) => `<propfind ${NAMESPACES}><prop>${names}</prop></propfind>`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const lastOf = ({ pathname }: URL) => decodeURIComponent(pathname.split('/').findLast(Boolean) ?? '');

function hrefIn(resource: DavResource | undefined, name: string): URL | null {
  const property = resource?.properties.get(name);
  const href = property && childOf(property, '{DAV:}href')?.text.trim();
  return href && resource ? URL.parse(href, resource.url.href) : null;
}
