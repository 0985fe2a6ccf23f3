import { shownAt } from '@bocau/contract/zoned-time.ts';
import { knownZone } from './windows-zones.ts';

/** Seconds since 1970: `wall` as the clock of the place shows them, `moment` everywhere. */
export type Zone = {
  /** As it is known to others: an IANA name, or that of a VTIMEZONE. */
  name: string;
  /** A time that the clocks leap over counts on from before the leap; of one that they show twice it is the first. */
  momentOf(wall: number): number;
  wallOf(moment: number): number;
};

const DAY = 24 * 3600;

export const UTC: Zone = { name: 'UTC', momentOf: (wall) => wall, wallOf: (moment) => moment };

const names = new Map<string, string | null>();
const NAMES_AT_MOST = 2_000;

/** By its IANA name or by that of Windows; null for what names no place. */
export function zoneNamed(given: string): Zone | null {
  const known = names.get(given);
  const name = known === undefined ? knownZone(given) : known;
  if (known === undefined) {
    if (names.size >= NAMES_AT_MOST) names.clear();
    names.set(given, name);
  }
  if (name === null) return null;
  return name === 'UTC' ? UTC : zoneFromOffsets(name, (moment) => ianaOffset(name, moment));
}

/** A zone of which the offset from UTC is known for every moment. */
export function zoneFromOffsets(name: string, offsetAt: (moment: number) => number): Zone {
  return {
    name,
    wallOf: (moment) => moment + offsetAt(moment),
    momentOf(wall) {
      const before = offsetAt(wall - DAY);
      const after = offsetAt(wall + DAY);
      if (before === after) return wall - before;
      const early = wall - before;
      if (offsetAt(early) === before) return early;
      const late = wall - after;
      return offsetAt(late) === after ? late : early;
    },
  };
}

/** Offsets of whole days, on which nearly all of them are one: asking the system is a hundred times slower. */
const offsets = new Map<string, number | null>();
const OFFSETS_AT_MOST = 50_000;

function ianaOffset(zone: string, moment: number): number {
  const day = Math.floor(moment / DAY);
  const key = `${zone} ${day}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const first = askedOffset(zone, day * DAY);
    offset = first === askedOffset(zone, (day + 1) * DAY) ? first : null;
    if (offsets.size >= OFFSETS_AT_MOST) offsets.clear();
    offsets.set(key, offset);
  }
  return offset ?? askedOffset(zone, moment);
}

function askedOffset(zone: string, moment: number): number {
  return (shownAt(moment * 1000, zone) - moment * 1000) / 1000;
}
