import type { CalendarTime, TimeProposal } from '@bocau/contract/calendar.ts';
import type { EventTime } from '@bocau/contract/invitations.ts';
import type { Say } from '../../i18n/say.ts';
import { momentsOf, spanOf, timesOf } from '../../model/calendar/occurrence-times.ts';
import { whenWords } from './event-words.ts';

export type Times = { start: CalendarTime; end: CalendarTime };

/** The same times by the clock of a person, where they are moments. */
export function timesHere(times: Times, zone: string): Times {
  const moments = momentsOf(times);
  return timesOf(moments.kind, spanOf(moments, zone), { own: zone, event: zone });
}

export function proposalWords(
  t: Say,
  times: Pick<TimeProposal, 'start' | 'end'>,
  reader: { zone: string; language: string },
): string {
  const here = timesHere(times, reader.zone);
  const { kind, at, until } = momentsOf(here);
  const told = (time: CalendarTime, moment: number): EventTime => ({
    ...time,
    at: kind === 'zoned' ? moment : null,
  });
  const [words = ''] = whenWords(t, { start: told(here.start, at), end: told(here.end, until) }, reader);
  return words;
}
