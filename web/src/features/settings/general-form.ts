import type { ChosenSettings } from '@bocau/contract/settings.ts';

/** The chosen values that differ from the saved settings. */
export function unsavedOf(
  settings: ChosenSettings,
  chosen: Partial<ChosenSettings>,
): Partial<ChosenSettings> {
  const keys = Object.keys(chosen) as (keyof ChosenSettings)[];
  return Object.fromEntries(
    keys.flatMap((key) => (chosen[key] === settings[key] ? [] : [[key, chosen[key]]])),
  );
}
