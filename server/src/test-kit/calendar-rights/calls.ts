import { API } from '@bocau/contract/api.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import type { CalendarRight } from '../../calendar/access/shared-calendars.store.ts';
import { type CallerName, RIGHTS } from './callers.ts';

/** The calls about calendars, by their names in the contract. */
export const CALENDAR_CALLS: [string, Endpoint][] = Object.entries(API as Record<string, Endpoint>).filter(
  ([, { path }]) => path.startsWith('/api/calendar/v1/'),
);

/** `ok`: whatever it is answered, it is no refusal of a right. */
export type Expected = 'ok' | 401 | 403 | 404;

/** What a call about a calendar, or about an event or a task, needs of who it is shared with; others are about what is one's own. */
const NEEDED: Record<string, { of: 'calendar' | 'event' | 'trash' | 'import'; right: CalendarRight }> = {
  changeCalendarEntry: { of: 'calendar', right: 'MANAGE' },
  deleteCalendar: { of: 'calendar', right: 'OWNER' },
  exportCalendar: { of: 'calendar', right: 'OWNER' },
  listCalendarMembers: { of: 'calendar', right: 'MANAGE' },
  setCalendarMembers: { of: 'calendar', right: 'MANAGE' },
  shareCalendarWithCompany: { of: 'calendar', right: 'OWNER' },
  leaveCalendar: { of: 'calendar', right: 'BUSY' },
  listCalendarLinks: { of: 'calendar', right: 'OWNER' },
  createCalendarLink: { of: 'calendar', right: 'OWNER' },
  createEvent: { of: 'calendar', right: 'WRITE' },
  getCalendarImport: { of: 'import', right: 'WRITE' },
  undoCalendarImport: { of: 'import', right: 'WRITE' },
  getEvent: { of: 'event', right: 'READ' },
  getEnclosedFile: { of: 'event', right: 'READ' },
  listBusyTimes: { of: 'event', right: 'WRITE' },
  listFreeRooms: { of: 'event', right: 'READ' },
  changeEvent: { of: 'event', right: 'WRITE' },
  handOverEvent: { of: 'event', right: 'OWNER' },
  answerEvent: { of: 'event', right: 'WRITE' },
  proposeTime: { of: 'event', right: 'WRITE' },
  withdrawProposal: { of: 'event', right: 'WRITE' },
  declineProposal: { of: 'event', right: 'WRITE' },
  dropOccurrences: { of: 'event', right: 'WRITE' },
  rejoinSeries: { of: 'event', right: 'WRITE' },
  trashEvents: { of: 'event', right: 'WRITE' },
  restoreEvents: { of: 'trash', right: 'WRITE' },
  deleteEvents: { of: 'trash', right: 'OWNER' },
  createTask: { of: 'calendar', right: 'WRITE' },
  getTask: { of: 'event', right: 'READ' },
  changeTask: { of: 'event', right: 'WRITE' },
  finishTask: { of: 'event', right: 'WRITE' },
  dismissReminder: { of: 'event', right: 'OWNER' },
  snoozeReminder: { of: 'event', right: 'OWNER' },
};

/** A person is reminded of their own events alone, and has links of their own: of others there are none. */
const OF_OWN: ReadonlySet<string> = new Set([
  'dismissReminder',
  'snoozeReminder',
  'endCalendarLink',
  'restoreCalendarLink',
  'refreshSubscription',
  'endSubscription',
  'restoreSubscription',
]);

const ORDER: readonly CalendarRight[] = ['BUSY', 'READ', 'WRITE', 'MANAGE', 'OWNER'];
const isEnough = (right: CalendarRight, needed: CalendarRight) =>
  ORDER.indexOf(right) >= ORDER.indexOf(needed);

export function isAboutEvents(name: string): boolean {
  const of = NEEDED[name]?.of;
  return of === 'event' || of === 'trash';
}

/** The outcome by the rules (CL-110, CL-111): what one may not know of is not there. */
export function expectedOf(name: string, caller: CallerName, isPrivate: boolean): Expected {
  if (caller === 'nobody') return 401;
  // It is for owners of domains alone, which is looked at first.
  if (name === 'shareCalendarWithCompany' && caller !== 'own') return 403;
  if (OF_OWN.has(name)) return caller === 'own' ? 'ok' : 404;
  const needed = NEEDED[name];
  if (!needed) return 'ok';
  const right = RIGHTS[caller];
  if (right === undefined) return 404;
  if (name === 'leaveCalendar') return right === 'OWNER' ? 403 : 'ok';
  if (needed.of === 'calendar') return isEnough(right, needed.right) ? 'ok' : 403;
  const isUnseen = right === 'BUSY' || (needed.of !== 'event' && right === 'READ');
  if (isUnseen) return 404;
  if (isPrivate && right !== 'OWNER') return 404;
  return isEnough(right, needed.right) ? 'ok' : 403;
}
