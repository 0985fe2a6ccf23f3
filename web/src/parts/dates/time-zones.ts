import { fold } from '@bocau/contract/fold.ts';
import { zoneWords } from '@bocau/contract/zone-words.ts';

export type Zone = { zone: string; place: string; offset: string };

/** Zones that browsers list under obsolete names. */
const RENAMED: Record<string, string> = { 'Asia/Saigon': 'Asia/Ho_Chi_Minh' };

/** All zones that the browser knows, by the names of their places; first `zone`, whether listed or not. */
export function listZones(zone: string, unixSeconds: number, language: string): Zone[] {
  const names = new Set(Intl.supportedValuesOf('timeZone').map((name) => RENAMED[name] ?? name));
  names.delete(zone);
  const named = (name: string) => ({ zone: name, ...zoneWords(name, unixSeconds, language) });
  const { compare } = new Intl.Collator(language);
  return [named(zone), ...[...names].map(named).toSorted((one, other) => compare(one.place, other.place))];
}

/** Whether the text matches a zone by place, UTC offset or technical name, ignoring accents. */
export function isZoneMeant({ zone, place, offset }: Zone, typed: string): boolean {
  const known = fold(`${place} ${offset} ${zone.replaceAll('_', ' ')}`);
  return fold(typed)
    .split(/[\s()]+/)
    .every((word) => known.includes(word));
}
