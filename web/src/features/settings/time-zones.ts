import { fold } from '@bocau/contract/fold.ts';
import { zoneWords } from '@bocau/contract/zone-words.ts';

export type Zone = { zone: string; place: string; offset: string };

/** Browsers list zones by names that were given up since. */
const RENAMED: Record<string, string> = { 'Asia/Saigon': 'Asia/Ho_Chi_Minh' };

/** All zones that the browser knows, by the names of their places; first `zone`, whether it is listed or not. */
export function listZones(zone: string, unixSeconds: number, language: string): Zone[] {
  const names = new Set(Intl.supportedValuesOf('timeZone').map((name) => RENAMED[name] ?? name));
  names.delete(zone);
  const named = (name: string) => ({ zone: name, ...zoneWords(name, unixSeconds, language) });
  const { compare } = new Intl.Collator(language);
  return [named(zone), ...[...names].map(named).toSorted((one, other) => compare(one.place, other.place))];
}

/** Whether a zone is meant: by its place, its distance from UTC or its technical name, accents or not. */
export function isZoneMeant({ zone, place, offset }: Zone, typed: string): boolean {
  const known = fold(`${place} ${offset} ${zone.replaceAll('_', ' ')}`);
  return fold(typed)
    .split(/[\s()]+/)
    .every((word) => known.includes(word));
}
