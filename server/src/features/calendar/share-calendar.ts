import type { Calendar } from '@bocau/contract/calendar.ts';
import { areAlike, freeColor } from '@bocau/contract/calendar-colors.ts';
import type { CalendarMember } from '@bocau/contract/calendar-shares.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { reachCalendar } from '../../calendar/access/reach.ts';
import {
  type CalendarRow,
  readSharedCalendars,
  touchCalendars,
  updateSharedColor,
  writeCompany,
} from '../../calendar/calendars/calendars.store.ts';
import { calendarsOf } from '../../calendar/calendars/calendars-of.ts';
import {
  type CalendarChange,
  type CalendarDeps,
  changeCalendar,
  tellMembers,
} from '../../calendar/change-calendar.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import { CALENDAR_MEMBERS } from '../../kernel/calendar.ts';
import { chooseMembers } from '../../kernel/choose-members.ts';
import { deleteMember, readMembers, type SharedThing, writeMembers } from '../../kernel/members.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { showCalendar } from './change-calendars.ts';
import { addCalendarNotice } from './notices/calendar-notices.ts';

const LIMIT = {
  most: LIMITS.calendarsShared,
  tooMany: (details: { limit: number; emails: string[] }) =>
    new Failure('too_many_events', `At most ${details.limit} calendars are shared with one person`, {
      details,
    }),
};

function sharedCalendar({ mailbox_id, id }: { mailbox_id: number; id: string }): SharedThing {
  return { ...CALENDAR_MEMBERS, mailboxId: mailbox_id, id };
}

export async function listCalendarMembers(db: ReadDb, person: number, id: string): Promise<CalendarMember[]> {
  const calendar = await reachCalendar(db, person, id, 'MANAGE');
  const members = await readMembers<CalendarMember['permission']>(db, sharedCalendar(calendar));
  return members.map(({ email, name, permission }) => ({ email, name, permission }));
}

type Wanted = { address: string; permission: CalendarMember['permission'] };

/** Shares a calendar with these people of the domain, and with nobody else; whoever gains it is told by a message. */
export async function shareCalendar(
  deps: CalendarDeps,
  person: number,
  id: string,
  wanted: Wanted[],
): Promise<CalendarMember[]> {
  const calendar = await reachCalendar(deps.db, person, id, 'MANAGE');
  const shared = sharedCalendar(calendar);
  const permissions = new Map(wanted.map(({ address, permission }) => [foldAddress(address), permission]));
  const { members, told, added } = await chooseMembers(deps.db, shared, permissions, LIMIT);
  const work = async ({ tx, mailboxId, seq, now, journal }: CalendarChange) => {
    await writeMembers(tx, shared, members, now);
    for (const one of added) await colorApart(tx, calendar, one);
    await touchCalendars(tx, mailboxId, [id], seq);
    journal('calendar', id);
    for (const one of added)
      await addCalendarNotice(tx, { kind: 'shared', mailboxId: one, at: now, calendarId: id });
  };
  await changeCalendar(deps, calendar.mailbox_id, work, person);
  await tellMembers(deps, told);
  const after = await readMembers<CalendarMember['permission']>(deps.db, shared);
  return after.map(({ email, name, permission }) => ({ email, name, permission }));
}

/** Most calendars are as blue as they came: among those that a person has this one is told by another colour. */
async function colorApart(tx: Tx, calendar: CalendarRow, person: number): Promise<void> {
  const known = [...(await calendarsOf(tx, person)), ...(await readSharedCalendars(tx, person))];
  const others = known.filter(({ id }) => id !== calendar.id);
  if (others.some(({ color }) => areAlike(color, calendar.color)))
    await updateSharedColor(tx, calendar, person, freeColor(others));
}

/**
 * For the owner of a domain: everybody of it reads the calendar. Another owner of it ends that, too. They see it when they
 * load the page next: nobody's journal is written for thousands of people.
 */
export async function shareWithCompany(
  deps: CalendarDeps,
  actor: Extract<Actor, { kind: 'person' }>,
  id: string,
  shared: boolean,
): Promise<Calendar> {
  const person = actor.mailboxId;
  const calendar = await reachCalendar(deps.db, person, id, shared ? 'OWNER' : 'BUSY');
  if (calendar.permission !== 'OWNER' && !calendar.is_company) {
    throw new Failure('forbidden', 'This calendar is not of the company');
  }
  const work = async ({ tx, mailboxId, now, seq, journal }: CalendarChange) => {
    await writeCompany(tx, { mailboxId, id, now }, shared);
    if (shared !== calendar.is_company) {
      const target = { domainId: actor.domainId, name: calendar.owner_email || actor.name, mailboxId };
      const act = shared ? 'calendar_of_company' : 'calendar_not_of_company';
      await recordActs(tx, target, { actor, at: now }, [{ act, after: calendar.name }]);
    }
    await touchCalendars(tx, mailboxId, [id], seq);
    journal('calendar', id);
  };
  await changeCalendar(deps, calendar.mailbox_id, work, person);
  return showCalendar({ ...calendar, is_company: shared });
}

/** For those with whom a calendar is shared; its owner is told as well. */
export async function leaveCalendar(deps: CalendarDeps, person: number, id: string): Promise<void> {
  const calendar = await reachCalendar(deps.db, person, id, 'BUSY');
  if (calendar.permission === 'OWNER') {
    throw new Failure('forbidden', 'A calendar of one’s own is deleted, not left');
  }
  if (calendar.is_company) throw new Failure('forbidden', 'The calendar of the company is everybody’s');
  const work = async ({ tx, journal }: CalendarChange) => {
    await deleteMember(tx, sharedCalendar(calendar), person);
    journal('calendar', id);
  };
  await changeCalendar(deps, calendar.mailbox_id, work, person);
  await tellMembers(deps, [person]);
}
