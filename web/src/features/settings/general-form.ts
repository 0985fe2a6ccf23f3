import type { ChosenSettings } from '@bocau/contract/settings.ts';

/** Of what was chosen in the form, what the settings do not say already. */
export function unsavedOf(
  settings: ChosenSettings,
  chosen: Partial<ChosenSettings>,
): Partial<ChosenSettings> {
  const keys = Object.keys(chosen) as (keyof ChosenSettings)[];
  return Object.fromEntries(
    keys.flatMap((key) => (chosen[key] === settings[key] ? [] : [[key, chosen[key]]])),
  );
}
