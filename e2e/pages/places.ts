import { LAPTOP, PHONE, SMALL_PHONE } from './screen-sizes.ts';
import type { Language } from './words.ts';

/**
 * Tags journeys that only `npm run journeys` runs, not `npm test`: the same steps in another language or
 * screen size.
 */
export const OTHER_PLACES = '@other-places';

type InLanguage = { language: Language; tag: string[] };
export type InPlace = InLanguage & { viewport: { width: number; height: number } };
type Place = InPlace & { size: 'wide' | 'phone' };

/** For journeys that differ only in their words. */
export const IN_EACH_LANGUAGE: readonly InLanguage[] = [
  { language: 'vi', tag: [] },
  { language: 'en', tag: [OTHER_PLACES] },
];

/** Every run covers both languages and both sizes; the phones have two different widths. */
export const PLACES: readonly Place[] = [
  { language: 'vi', size: 'wide', viewport: LAPTOP, tag: [] },
  { language: 'en', size: 'phone', viewport: SMALL_PHONE, tag: [] },
  { language: 'en', size: 'wide', viewport: LAPTOP, tag: [OTHER_PLACES] },
  { language: 'vi', size: 'phone', viewport: PHONE, tag: [OTHER_PLACES] },
];

/** All places for a long journey. Only the given one is part of every run. */
export function placesOf(
  ofEveryRun: `${Language} ${Place['size']}`,
): readonly (Place & { isPhone: boolean })[] {
  return PLACES.map((place) => ({
    ...place,
    isPhone: place.size === 'phone',
    tag: `${place.language} ${place.size}` === ofEveryRun ? [] : [OTHER_PLACES],
  }));
}
