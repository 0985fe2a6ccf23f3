import { MoveInError } from './move-in-error.ts';

/** Where another server keeps somebody's calendars, and as whom one signs in there. */
export type CalendarSource = { url: URL; user: string };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Where programs are led from (RFC 6764). */
export const WELL_KNOWN = '/.well-known/caldav';

export function isCalendarSource(text: string): boolean {
  return /^caldavs?:/i.test(text);
}

/** `caldavs://USER@HOST[:PORT][/PATH]`, over HTTPS; `caldav:` is without TLS, on this machine alone. */
export function readCalendarSource(text: string): CalendarSource {
  const url = URL.parse(text.replace(/^caldav(s?):/i, 'http$1:'));
  if (url === null) throw new MoveInError('is no address such as caldavs://USER@HOST');
  if (url.password !== '') throw new MoveInError('has no place for a password');
  if (url.username === '') throw new MoveInError('has no user before its host: caldavs://USER@HOST');
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new MoveInError('begins with caldavs:// where it is not on this machine');
  }
  const user = decodeURIComponent(url.username);
  url.username = '';
  if (url.pathname === '/') url.pathname = WELL_KNOWN;
  return { url, user };
}

/** The name under which its calendars are known here: the address of a path may change. */
export function calendarSourceName({ url, user }: CalendarSource): string {
  return `${user}@${url.hostname}`;
}
