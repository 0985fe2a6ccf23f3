import {
  type CalendarTime,
  type EventFields,
  MOST_EVENT_ROOMS,
  REMINDED_AFTER_MINUTES,
} from '@bocau/contract/calendar.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { isLunarRule, parseLunarRule } from '@bocau/contract/lunar-rule.ts';
import { Failure } from '../../platform/failure.ts';
import { untilIn } from '../occurrences/occurrences-of.ts';
import { parseRule } from '../recurrence/parse-rule.ts';
import { filesOf } from './attached-files.ts';
import type { EventTime } from './event-time.ts';
import { guestsMayIn } from './guest-rights.ts';
import { guestsOf, organiserOf } from './guests.ts';
import { hidesGuestsIn } from './hidden-guests.ts';
import { lunarRuleOf } from './lunar-lines.ts';
import { meetingAddress, webAddress } from './meeting-address.ts';
import { firstLine, paramOf, rawValue, textOf, wordOf } from './part-values.ts';
import type { EventPart } from './read-object.ts';
import type { Part } from './scan-object.ts';
import { parseDuration } from './written-times.ts';
import { UTC, zoneNamed } from './zones.ts';

const DAY = 24 * 3600;
const MINUTE = 60;

/** What a part says, in the fields that a person changes. */
export function fieldsOf({ part, title, place, start, end, isBusy, isPrivate }: EventPart): EventFields {
  return {
    ...{ title, place, is_busy: isBusy, is_private: isPrivate },
    description: textOf(part, 'DESCRIPTION', LIMITS.eventDescriptionLength),
    url: webAddress(textOf(part, 'URL', 2000)) || meetingAddress((name) => valuesOf(part, name)),
    start: shownTime(start),
    end: shownTime(end.kind === 'day' ? { ...end, wall: end.wall - DAY } : end),
    rule: onlyRule(part),
    guests: guestsIn(part),
    hides_guests: hidesGuestsIn(part),
    guests_may: guestsMayIn(part),
    rooms: roomsIn(part),
    files: filesOf(part),
    reminders: part.parts.flatMap((alarm) => reminderOf(alarm) ?? []).slice(0, 10),
  };
}

function guestsIn(part: Part): EventFields['guests'] {
  const organiser = organiserOf(part)?.address;
  return guestsOf(part)
    .filter(({ address, isResource }) => address !== organiser && !isResource)
    .slice(0, LIMITS.eventGuests)
    .map(({ name, email, isOptional }) => ({ name, email, ...(isOptional && { is_optional: true }) }));
}

function roomsIn(part: Part): MailAddress[] {
  return guestsOf(part)
    .filter(({ isResource }) => isResource)
    .slice(0, MOST_EVENT_ROOMS)
    .map(({ name, email }) => ({ name, email }));
}

function valuesOf(part: Part, name: string): string[] {
  return part.lines.filter((line) => line.name === name).map(rawValue);
}

/** Null also where there are several, which the fields can't say. */
export function onlyRule(part: Part): string | null {
  const rules = part.lines.filter(({ name }) => name === 'RRULE');
  if (rules.length === 0) return lunarRuleOf(part);
  return rules.length === 1 && rules[0] ? rawValue(rules[0]).trim() : null;
}

export function repeatsOtherwise(part: Part): boolean {
  const rules = part.lines.filter(({ name }) => name === 'RRULE').length;
  if (rules === 0 && lunarRuleOf(part) !== null) return false;
  return rules > 1 || part.lines.some(({ name }) => name === 'RDATE');
}

/** Minutes before the start, or after it where negative, of an alarm that says so. */
export function reminderOf(alarm: Part): number | null {
  const trigger = firstLine(alarm, 'TRIGGER');
  if (alarm.name !== 'VALARM' || !trigger || wordOf(alarm, 'ACTION') === 'EMAIL') return null;
  if ((paramOf(trigger, 'RELATED') ?? 'START').toUpperCase() !== 'START') return null;
  const seconds = parseDuration(rawValue(trigger));
  if (seconds === null || seconds % MINUTE !== 0 || seconds > REMINDED_AFTER_MINUTES * MINUTE) return null;
  // Not -0, which is another value than 0 to some.
  return seconds === 0 ? 0 : -seconds / MINUTE;
}

export function shownTime({ kind, wall, zone }: EventTime): CalendarTime {
  const [day = '', clock = ''] = new Date(wall * 1000).toISOString().split('T');
  if (kind === 'day') return { day, clock: null, zone: null };
  return { day, clock: clock.slice(0, 5), zone: kind === 'floating' ? null : zone.name };
}

/** Refuses what there is not. */
export function eventTime({ day, clock, zone }: CalendarTime, field: 'start' | 'end' | 'due'): EventTime {
  const ms = Date.parse(`${day}T${clock ?? '00:00'}:00Z`);
  // 30 February is refused rather than moved.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day) {
    throw invalidEvent(field, 'There is no such day');
  }
  if (clock === null) return { kind: 'day', wall: ms / 1000, zone: UTC };
  if (zone === null) return { kind: 'floating', wall: ms / 1000, zone: UTC };
  const known = zoneNamed(zone);
  if (!known) throw invalidEvent(field, 'There is no such time zone');
  return { kind: 'zoned', wall: ms / 1000, zone: known };
}

/** The end as it is kept: of whole days the day after the last. */
export function eventEnd(given: CalendarTime, start: EventTime): EventTime {
  const time = eventTime(given, 'end');
  const end = time.kind === 'day' ? { ...time, wall: time.wall + DAY } : time;
  if (end.kind !== start.kind) throw invalidEvent('end', 'Start and end are both days, or both times');
  const length =
    end.zone.name === start.zone.name
      ? end.wall - start.wall
      : end.zone.momentOf(end.wall) - start.zone.momentOf(start.wall);
  if (length < 0 || (end.kind === 'day' && length < DAY))
    throw invalidEvent('end', 'It ends before it begins');
  return end;
}

export function checkRule(rule: string, start: EventTime): void {
  const isRule = isLunarRule(rule) ? parseLunarRule(rule) : parseRule(rule, untilIn(start));
  if (!isRule) throw invalidEvent('rule', 'It is no rule of RFC 5545');
}

export function invalidEvent(
  field: keyof EventFields | 'original' | 'due' | 'event',
  message: string,
): Failure {
  return new Failure('invalid_event', message, { details: { field } });
}
