import { zoneNamed } from '../../calendar/ical/zones.ts';
import type { Span } from '../../calendar/occurrences/occurrences-of.ts';
import { Failure } from '../../platform/failure.ts';

const DAY = 24 * 3600;

/** From one day to another, by the clock of a zone. */
export type Days = { from: string; to: string; zone: string };

/** The days as moments at their place, and as a wall in Greenwich shows them. */
export function spansOf({ from, to, zone }: Days, most: number): { shown: Span; walls: Span } {
  const place = zoneNamed(zone);
  const walls = {
    from: Date.parse(`${from}T00:00:00Z`) / 1000,
    to: Date.parse(`${to}T00:00:00Z`) / 1000 + DAY,
  };
  const days = (walls.to - walls.from) / DAY;
  if (!place || !(days >= 1 && days <= most)) {
    throw new Failure('invalid_days', `A list is of 1 to ${most} days, at a place that there is`);
  }
  return { shown: { from: place.momentOf(walls.from), to: place.momentOf(walls.to) }, walls };
}
