import type { Calendar, DefaultReminders } from '@bocau/contract/calendar.ts';
import { fold } from '@bocau/contract/fold.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { reachCalendar, seenCalendars } from '../../calendar/access/reach.ts';
import {
  type CalendarRow,
  hasCalendarNamed,
  insertCalendar,
  updateCalendar,
  updateSharedColor,
} from '../../calendar/calendars/calendars.store.ts';
import { calendarsOf, NO_REMINDERS } from '../../calendar/calendars/calendars-of.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { endOfEventIds } from '../../calendar/objects/chosen-ids.ts';
import { eventNotFound } from '../../calendar/refusals.ts';
import { collectionName } from '../../kernel/collection-name.ts';
import { isOfColleague } from '../../kernel/members.store.ts';
import { Failure } from '../../platform/failure.ts';
import { isIdFromText, newId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

export async function showCalendars(db: ReadDb, person: number): Promise<Calendar[]> {
  return (await seenCalendars(db, person)).map(showCalendar);
}

export function showCalendar(calendar: CalendarRow): Calendar {
  const { mailbox_id, id, name, color, is_default, reminders, permission } = calendar;
  const { owner_name, owner_email, is_company, subscription } = calendar;
  const event_ids_end = endOfEventIds(mailbox_id);
  const owner = permission === 'OWNER' ? null : { name: owner_name, email: owner_email };
  return {
    ...{ id, name, color, is_default, reminders, owner, is_company, event_ids_end },
    // Its events are not even its owner's to change.
    permission: subscription && permission !== 'BUSY' ? 'READ' : permission,
    ...(subscription && permission === 'OWNER' && { subscription }),
  };
}

type NewCalendarFields = {
  id?: string;
  name: string;
  color: string;
  reminders?: DefaultReminders | undefined;
  timezone?: string | null;
};

export async function createCalendar(
  deps: CalendarDeps,
  person: number,
  {
    id = newId(deps.clock),
    name: given,
    color,
    reminders = NO_REMINDERS,
    timezone = null,
  }: NewCalendarFields,
): Promise<Calendar> {
  const name = collectionName(given);
  await changeCalendar(deps, person, async (change) => {
    const { tx, seq, now } = change;
    const limit = LIMITS.calendarsPerMailbox;
    if ((await calendarsOf(tx, person)).length >= limit) {
      throw new Failure('too_many_events', `There are at most ${limit} calendars`, { details: { limit } });
    }
    const look = { name, color, reminders, timezone, name_key: keyOf(name) };
    const row = { ...look, id, seq, created_at: now };
    if (!(await insertCalendar(tx, person, row))) throw nameTaken();
    change.journal('calendar', id);
  });
  return showCalendar(await reachCalendar(deps.db, person, id, 'OWNER'));
}

/** A calendar at an address, and with it of an id, that a program has chosen. */
export async function createChosenCalendar(
  deps: CalendarDeps,
  person: number,
  calendar: { id: string; name: string; color: string; timezone: string | null },
): Promise<Calendar> {
  const { id } = calendar;
  // In the words of any other calendar that can't be made here: it is not told that there is one of this id.
  if (isIdFromText(id) || (await isOfColleague(deps.db, 'calendars', person, id))) throw nameTaken();
  return createCalendar(deps, person, calendar);
}

type Changes = {
  name?: string | undefined;
  color?: string | undefined;
  reminders?: DefaultReminders | undefined;
  timezone?: string | null | undefined;
};

/** Who a calendar is shared with gives it a colour of their own; its name is changed by who manages it. */
export async function changeCalendarEntry(
  deps: CalendarDeps,
  person: number,
  id: string,
  given: Changes,
): Promise<Calendar> {
  const changes = given.name === undefined ? given : { ...given, name: collectionName(given.name) };
  const { name, reminders, timezone } = changes;
  const manages = name !== undefined || reminders !== undefined || timezone !== undefined;
  const calendar = await reachCalendar(deps.db, person, id, manages ? 'MANAGE' : 'BUSY');
  const isOwn = calendar.permission === 'OWNER';
  if (isOwn || manages) {
    const own = isOwn ? changes : { name, reminders, timezone };
    await changeCalendar(deps, calendar.mailbox_id, (change) => changeLook(change, id, own), person);
  }
  const { color } = changes;
  if (!isOwn && color !== undefined) {
    await changeCalendar(deps, person, async (change) => {
      await updateSharedColor(change.tx, calendar, person, color);
      change.journal('calendar', id);
    });
  }
  return showCalendar(await reachCalendar(deps.db, person, id, 'BUSY'));
}

async function changeLook({ tx, mailboxId, seq, journal }: CalendarChange, id: string, changes: Changes) {
  const before = (await calendarsOf(tx, mailboxId)).find((one) => one.id === id);
  if (!before) throw eventNotFound();
  const { name = before.name, color = before.color, reminders = before.reminders } = changes;
  const { timezone = before.timezone } = changes;
  if (await hasCalendarNamed(tx, mailboxId, keyOf(name), id)) throw nameTaken();
  await updateCalendar(tx, mailboxId, { id, name, color, reminders, timezone, name_key: keyOf(name), seq });
  journal('calendar', id);
}

/** Calendars of one key would be of one name to people. */
export function keyOf(name: string): string {
  return fold(name.trim());
}

function nameTaken(): Failure {
  return new Failure('already_exists', 'There is a calendar of this name', { details: { field: 'name' } });
}
