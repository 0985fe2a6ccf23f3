import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { firstLine, paramOf, rawValue, textOf, wordOf } from '../ical/part-values.ts';
import type { Part } from '../ical/scan-object.ts';
import { type Duration, parseDuration, parseDurationParts, parseWall } from '../ical/written-times.ts';

export type Trigger =
  | { kind: 'start' | 'end'; by: Duration }
  /** At a moment, whenever the event is. */
  | { kind: 'moment'; at: number };

/** A VALARM (RFC 5545, 3.6.6; RFC 9074), as far as it is for a person. */
export type Alarm = {
  part: Part;
  action: 'screen' | 'mail';
  trigger: Trigger;
  /** How often it is given again, and after how many seconds each. */
  repeats: number;
  every: number;
  /** What was due until then is over; null where nobody has seen it. */
  acknowledged: number | null;
  isSnooze: boolean;
  /** Of a snooze of ours, the occurrence that was put off. */
  original: string | null;
};

const MOST_ALARMS = 20;
const MOST_REPEATS = 5;
const SHORTEST_PAUSE = 60;
/** An alarm further from its event than this is a mistake of a program. */
const FURTHEST = 370 * 24 * 3600;
/** Programs without sound, or with it, are told apart by none of our devices. */
const ACTIONS: Record<string, Alarm['action']> = { DISPLAY: 'screen', AUDIO: 'screen', EMAIL: 'mail' };
/** Given at a place, not at a time. */
const AT_A_PLACE = ['PROXIMITY', 'X-APPLE-PROXIMITY'];
export const SNOOZE_OF = 'X-BOCAU-ORIGINAL';

export function alarmsOf({ parts }: Part): Alarm[] {
  return parts
    .filter(({ name }) => name === 'VALARM')
    .slice(0, MOST_ALARMS)
    .flatMap((part) => alarmOf(part) ?? []);
}

function alarmOf(part: Part): Alarm | null {
  const action = ACTIONS[wordOf(part, 'ACTION')];
  const trigger = triggerOf(firstLine(part, 'TRIGGER'));
  if (!action || !trigger || AT_A_PLACE.some((name) => firstLine(part, name))) return null;
  const every = parseDuration(textOf(part, 'DURATION', 40)) ?? 0;
  const repeats = Number(textOf(part, 'REPEAT', 6));
  const isRepeated = every >= SHORTEST_PAUSE && Number.isSafeInteger(repeats) && repeats > 0;
  return {
    ...{ part, action, trigger, every, repeats: isRepeated ? Math.min(repeats, MOST_REPEATS) : 0 },
    acknowledged: momentIn(part, 'ACKNOWLEDGED'),
    isSnooze: isSnooze(part),
    original: firstLine(part, SNOOZE_OF) ? textOf(part, SNOOZE_OF, 40) : null,
  };
}

function triggerOf(line: ContentLine | undefined): Trigger | null {
  if (!line) return null;
  const at = parseWall(rawValue(line));
  if (at) return at.isUtc ? { kind: 'moment', at: at.seconds } : null;
  const by = parseDurationParts(rawValue(line));
  if (!by || Math.abs(by.days * 86_400 + by.seconds) > FURTHEST) return null;
  return { kind: (paramOf(line, 'RELATED') ?? '').toUpperCase() === 'END' ? 'end' : 'start', by };
}

/** RFC 9074, 7.1: an alarm that stands for another one which was put off. */
function isSnooze(part: Part): boolean {
  const line = firstLine(part, 'RELATED-TO');
  return line !== undefined && (paramOf(line, 'RELTYPE') ?? '').toUpperCase() === 'SNOOZE';
}

/** A moment in UTC; null where there is none. */
export function momentIn(part: Part, name: string): number | null {
  const line = firstLine(part, name);
  const at = line ? parseWall(rawValue(line)) : null;
  return at?.isUtc ? at.seconds : null;
}

/** Alarms that put off a reminder of a time that an event no longer has. */
export function snoozesOf({ parts }: Part): Part[] {
  return parts.filter((part) => part.name === 'VALARM' && (isSnooze(part) || firstLine(part, SNOOZE_OF)));
}
