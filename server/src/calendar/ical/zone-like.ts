import { placeNames } from './windows-zones.ts';
import { type Zone, zoneNamed } from './zones.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const DAYS_BEFORE = 30;
const DAYS_AFTER = 3 * 366;

/** The place whose clocks show the same as those of a zone that only its text describes; null where there is none. */
export function zoneLike({ wallOf }: Zone, around: number): Zone | null {
  const moments = momentsAround(wallOf, around);
  for (const name of placeNames()) {
    const zone = zoneNamed(name);
    if (zone && moments.every((moment) => zone.wallOf(moment) === wallOf(moment))) return zone;
  }
  return null;
}

/** One of each day, and each hour of those on which the clocks change. */
function momentsAround(wallOf: Zone['wallOf'], around: number): number[] {
  const days = Array.from(
    { length: DAYS_BEFORE + DAYS_AFTER },
    (_, day) => Math.floor(around / DAY - DAYS_BEFORE + day) * DAY,
  );
  return days.flatMap((day) => {
    const isOne = wallOf(day + DAY) - wallOf(day) === DAY;
    return isOne ? [day] : Array.from({ length: 24 }, (_, hour) => day + hour * HOUR);
  });
}
