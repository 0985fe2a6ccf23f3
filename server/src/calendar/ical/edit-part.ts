import type { EventFields } from '@bocau/contract/calendar.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { isLunarRule } from '@bocau/contract/lunar-rule.ts';
import { snoozesOf } from '../reminders/alarms-of.ts';
import { setFiles } from './attached-files.ts';
import { checkRule, eventEnd, eventTime, reminderOf } from './event-fields.ts';
import type { EventTime } from './event-time.ts';
import { setGuestsMay } from './guest-rights.ts';
import { setHiding } from './hidden-guests.ts';
import { lunarRuleOf, setLunarRule } from './lunar-lines.ts';
import type { EventPart } from './read-object.ts';
import type { Part } from './scan-object.ts';
import { isPlaceOfRooms, setGuests } from './set-guests.ts';
import type { SourceEdits } from './source-edits.ts';
import { escapeText, writeLine, writeMoment, writeTime } from './write-lines.ts';

export const TEXTS = { title: 'SUMMARY', place: 'LOCATION', description: 'DESCRIPTION', url: 'URL' } as const;

const DAY_MINUTES = 24 * 60;

export type PartEdit = {
  fields: Partial<EventFields>;
  /** Of the series or the single one before the edit. */
  before: Pick<EventPart, 'start' | 'end'>;
  /** Who asks guests; needed where there are any. */
  organiser?: MailAddress | undefined;
  lineBreak: string;
  /** Unix seconds. */
  now: number;
};

/** Writes the fields that are named into the lines of a part. Returns its start after the edit. */
export function editPart(
  edits: SourceEdits,
  part: Part,
  { fields, before, organiser, lineBreak, now }: PartEdit,
): EventTime {
  const set = (name: string, line: Buffer | null) => edits.setLine(part, name, line);
  for (const [field, name] of Object.entries(TEXTS)) {
    const text = fields[field as keyof typeof TEXTS];
    if (text === undefined) continue;
    // An address is written as it is.
    const value = name === 'URL' ? text : escapeText(text);
    set(name, text === '' ? null : writeLine(name, value, lineBreak));
  }
  const start = fields.start ? eventTime(fields.start, 'start') : before.start;
  if (fields.start) set('DTSTART', writeTime('DTSTART', start, lineBreak));
  if (fields.start || fields.end) {
    set(
      'DTEND',
      writeTime('DTEND', fields.end ? eventEnd(fields.end, start) : movedEnd(before, start), lineBreak),
    );
    set('DURATION', null);
  }
  if (fields.rule !== undefined) {
    if (fields.rule !== null) checkRule(fields.rule, start);
    const solar = fields.rule === null || isLunarRule(fields.rule) ? null : fields.rule;
    set('RRULE', solar === null ? null : writeLine('RRULE', solar, lineBreak));
  }
  if (fields.rule !== undefined || fields.start) {
    const rule = fields.rule === undefined ? lunarRuleOf(part) : fields.rule;
    const lunar = rule !== null && isLunarRule(rule) ? rule : null;
    setLunarRule(edits, part, { rule: lunar, start, lineBreak, now });
  }
  if (fields.is_busy !== undefined) {
    set('TRANSP', writeLine('TRANSP', fields.is_busy ? 'OPAQUE' : 'TRANSPARENT', lineBreak));
  }
  if (fields.is_private !== undefined) {
    // One of a series that says nothing is as the series.
    const isSingle = part.lines.some(({ name }) => name === 'RECURRENCE-ID');
    const shown = isSingle ? 'PUBLIC' : null;
    const name = fields.is_private ? 'PRIVATE' : shown;
    set('CLASS', name && writeLine('CLASS', name, lineBreak));
  }
  if (fields.start) for (const snooze of snoozesOf(part)) edits.removePart(snooze);
  if (fields.guests || fields.rooms) {
    setGuests(edits, part, { guests: fields.guests, rooms: fields.rooms, organiser, lineBreak });
    const isOfRooms = fields.rooms && fields.place === undefined && isPlaceOfRooms(part);
    if (isOfRooms) set('LOCATION', null);
  }
  if (fields.hides_guests !== undefined) setHiding(edits, part, fields.hides_guests, lineBreak);
  if (fields.guests_may !== undefined) setGuestsMay(edits, part, fields.guests_may, lineBreak);
  if (fields.files) setFiles(edits, part, fields.files, lineBreak);
  if (fields.reminders) setReminders(edits, part, fields.reminders, { lineBreak, minutesOf: reminderOf });
  set('DTSTAMP', writeMoment('DTSTAMP', now, lineBreak));
  set('LAST-MODIFIED', writeMoment('LAST-MODIFIED', now, lineBreak));
  return start;
}

/** What is moved keeps its length. */
function movedEnd({ start: from, end }: PartEdit['before'], start: EventTime): EventTime {
  const length = end.wall - from.wall;
  if (start.kind === from.kind) return { ...start, wall: start.wall + length };
  const DAY = 24 * 3600;
  return {
    ...start,
    wall: start.wall + (start.kind === 'day' ? Math.max(DAY, Math.ceil(length / DAY) * DAY) : 3600),
  };
}

type Reminding = {
  lineBreak: string;
  /** Null for an alarm that says something else. */
  minutesOf(alarm: Part): number | null;
  /** Before the end rather than the start, as of a task that has no start. */
  isOfEnd?: boolean;
};

/** Alarms that say something else than minutes before it stay. */
export function setReminders(
  edits: SourceEdits,
  part: Part,
  wanted: number[],
  { lineBreak, minutesOf, isOfEnd = false }: Reminding,
): void {
  const missing = new Set(wanted);
  const trigger = isOfEnd ? 'TRIGGER;RELATED=END' : 'TRIGGER';
  for (const alarm of part.parts) {
    const minutes = minutesOf(alarm);
    if (minutes === null) continue;
    if (!missing.delete(minutes)) edits.removePart(alarm);
  }
  const lines = [...missing].flatMap((minutes) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Reminder',
    `${trigger}:${triggerOf(minutes)}`,
    'END:VALARM',
  ]);
  if (lines.length > 0) edits.insert(part.end.start, Buffer.from(`${lines.join(lineBreak)}${lineBreak}`));
}

/** Whole days are those of the calendar, so that summer time moves none of them. */
function triggerOf(minutes: number): string {
  if (minutes > 0 && minutes % DAY_MINUTES === 0) return `-P${minutes / DAY_MINUTES}D`;
  return minutes < 0 ? `PT${-minutes}M` : `-PT${minutes}M`;
}
