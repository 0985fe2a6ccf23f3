import { createHash } from 'node:crypto';
import type { ShownOccurrence } from '../../../calendar/access/hide-private.ts';
import { escapeText, writeLine, writeMoment, writeTime } from '../../../calendar/ical/write-lines.ts';
import { UTC } from '../../../calendar/ical/zones.ts';

const BREAK = '\r\n';

export type Timed = Pick<ShownOccurrence, 'kind' | 'at' | 'until'>;
type Told = Timed & { title: string; place?: string; isBusy: boolean };

/** One time as an event of its own, in UTC; `key` makes its UID, which says nothing of the event. */
export function timedEvent(
  { kind, at, until, title, place = '', isBusy }: Told,
  key: string,
  madeAt: number,
) {
  const timeAt = (name: string, wall: number) => writeTime(name, { kind, wall, zone: UTC }, BREAK);
  const uid = createHash('sha256').update(`${key} ${kind} ${at} ${until}`).digest('hex').slice(0, 32);
  return Buffer.concat([
    Buffer.from(`BEGIN:VEVENT${BREAK}UID:${uid}${BREAK}`),
    writeMoment('DTSTAMP', madeAt, BREAK),
    timeAt('DTSTART', at),
    timeAt('DTEND', until),
    writeLine('SUMMARY', escapeText(title), BREAK),
    ...(place === '' ? [] : [writeLine('LOCATION', escapeText(place), BREAK)]),
    Buffer.from(`TRANSP:${isBusy ? 'OPAQUE' : 'TRANSPARENT'}${BREAK}END:VEVENT${BREAK}`),
  ]);
}

/** What overlaps is one, so that it isn't told how much there is. */
export function mergeTimes(times: readonly Timed[]): Timed[] {
  const merged: Timed[] = [];
  const sorted = times.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.at - b.at);
  for (const { kind, at, until } of sorted) {
    const last = merged.at(-1);
    if (last && last.kind === kind && at <= last.until) last.until = Math.max(last.until, until);
    else merged.push({ kind, at, until });
  }
  return merged;
}
