import { isDeepStrictEqual } from 'node:util';
import type { EventFields } from '@bocau/contract/calendar.ts';
import { editPart, TEXTS } from '../ical/edit-part.ts';
import { reminderOf } from '../ical/event-fields.ts';
import { textOf } from '../ical/part-values.ts';
import type { CalendarObject, EventPart } from '../ical/read-object.ts';
import type { SourceEdits } from '../ical/source-edits.ts';

const LONGEST = Number.POSITIVE_INFINITY;

/** What a part says of the fields that its series may say for it. Its times, guests and rules are its own. */
const SAID = {
  title: ({ part }: EventPart) => textOf(part, TEXTS.title, LONGEST),
  place: ({ part }: EventPart) => textOf(part, TEXTS.place, LONGEST),
  description: ({ part }: EventPart) => textOf(part, TEXTS.description, LONGEST),
  url: ({ part }: EventPart) => textOf(part, TEXTS.url, LONGEST),
  is_busy: ({ isBusy }: EventPart) => isBusy,
  reminders: ({ part }: EventPart) => part.parts.flatMap((alarm) => reminderOf(alarm) ?? []).sort(),
};

export function saysTheSame(one: EventPart, other: EventPart): boolean {
  return Object.values(SAID).every((said) => isDeepStrictEqual(said(one), said(other)));
}

/** A single one that said what its series said, as one that was only moved, says after an edit what the series says then. */
export function followSeries(
  edits: SourceEdits,
  { main, changed, lineBreak }: CalendarObject,
  fields: Partial<EventFields>,
  now: number,
): void {
  if (!main) return;
  const named = (Object.keys(SAID) as (keyof typeof SAID)[]).filter((name) => fields[name] !== undefined);
  for (const one of changed.filter(({ isCancelled }) => !isCancelled)) {
    const same = named.filter((name) => isDeepStrictEqual(SAID[name](one), SAID[name](main)));
    if (same.length === 0) continue;
    const followed = Object.fromEntries(same.map((name) => [name, fields[name]]));
    editPart(edits, one.part, { fields: followed, before: one, lineBreak, now });
  }
}
