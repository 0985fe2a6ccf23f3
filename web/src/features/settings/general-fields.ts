import type { ChosenSettings } from '@bocau/contract/settings.ts';

/** The settings that a part of the general form shows, and their setter. */
export type GeneralFields = {
  shown: ChosenSettings;
  choose(change: Partial<ChosenSettings>): void;
};
