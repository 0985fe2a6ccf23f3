import { idFromText } from '../../platform/ids.ts';
import { firstLine, rawValue } from '../ical/part-values.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import { createSourceEdits, type SourceEdits } from '../ical/source-edits.ts';
import { writeLine, writeMoment } from '../ical/write-lines.ts';
import { writeWall } from '../ical/written-times.ts';
import type { Zone } from '../ical/zones.ts';
import { type FoundOccurrence, findOccurrence, occurrencesOf } from '../occurrences/occurrences-of.ts';
import { remindedTask } from '../tasks/read-task.ts';
import { type Alarm, alarmsOf, SNOOZE_OF } from './alarms-of.ts';
import { dueOf, LAST_SEEN, SNOOZED } from './reminders-of.ts';

type Seen = {
  /** Which occurrence; empty for what happens once. */
  original: string;
  /** Unix seconds. */
  now: number;
  /** Where the person is. */
  zone: Zone;
  /** When they want to be reminded again; null for never. */
  again: number | null;
};

/**
 * The text after a person has seen what was due of an occurrence, as RFC 9074 has it (ACKNOWLEDGED, and an alarm that
 * is related to the one that was put off), and Thunderbird. Null where the occurrence is gone.
 */
export function acknowledge(source: Buffer, { original, now, zone, again }: Seen): Buffer | null {
  const object = readObject(source);
  const one = occurrenceNamed(object, original);
  if (!one) return null;
  const edits = createSourceEdits(object);
  const { lineBreak } = object;
  const { part } = one.part;
  const due = alarmsOf(part).filter((alarm) => alarm.action === 'screen' && isDue(alarm, one, { now, zone }));
  for (const alarm of due) {
    if (alarm.isSnooze) edits.removePart(alarm.part);
    else edits.setLine(alarm.part, 'ACKNOWLEDGED', writeMoment('ACKNOWLEDGED', now, lineBreak));
  }
  edits.setLine(part, LAST_SEEN, writeMoment(LAST_SEEN, now, lineBreak));
  dropSnoozes(edits, one.part, now);
  if (again !== null) {
    const uid = snoozedUid(edits, due, { object, original });
    const lines = [
      'BEGIN:VALARM',
      `UID:${idFromText(`snooze ${object.uid} ${original} ${again}`)}`,
      'ACTION:DISPLAY',
      'DESCRIPTION:Reminder',
      `TRIGGER;VALUE=DATE-TIME:${writeWall(again, false)}Z`,
      ...(uid === null ? [] : [`RELATED-TO;RELTYPE=SNOOZE:${uid}`]),
      `${SNOOZE_OF}:${original}`,
      'END:VALARM',
    ];
    edits.insert(part.end.start, Buffer.from(`${lines.join(lineBreak)}${lineBreak}`));
  }
  return edits.apply();
}

function occurrenceNamed(object: CalendarObject, original: string): FoundOccurrence | undefined {
  if (object.component === 'task') return remindedTask(object) ?? undefined;
  if (original !== '') return findOccurrence(object, original);
  if (object.changed.length > 0) return undefined;
  return occurrencesOf(object, { from: -1e12, to: 1e12 }).find((one) => one.original === '');
}

function isDue(alarm: Alarm, one: FoundOccurrence, { now, zone }: Pick<Seen, 'now' | 'zone'>): boolean {
  if (alarm.original !== null && alarm.original !== one.original) return false;
  const { at, isWall } = dueOf(alarm.trigger, one);
  return (isWall ? zone.momentOf(at) : at) <= now;
}

/** What Thunderbird put off until now. */
function dropSnoozes(edits: SourceEdits, { part }: EventPart, now: number): void {
  for (const line of part.lines.filter(({ name }) => name.startsWith(SNOOZED))) {
    if (rawValue(line).trim() <= `${writeWall(now, false)}Z`) edits.remove(line);
  }
}

/** Of an alarm that is put off: programs know by it which one that is. It gets one where it has none. */
function snoozedUid(
  edits: SourceEdits,
  due: Alarm[],
  { object, original }: { object: CalendarObject; original: string },
): string | null {
  const alarm = due.find(({ isSnooze: again }) => !again);
  const before = due.find(({ isSnooze: again }) => again);
  const related = before && firstLine(before.part, 'RELATED-TO');
  if (!alarm) return related ? rawValue(related).trim() : null;
  const known = firstLine(alarm.part, 'UID');
  if (known) return rawValue(known).trim();
  const uid = idFromText(`alarm ${object.uid} ${original} ${alarm.part.begin.start}`);
  edits.insert(alarm.part.begin.end, writeLine('UID', uid, object.lineBreak));
  return uid;
}
