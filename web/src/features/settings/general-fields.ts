import type { ChosenSettings } from '@bocau/contract/settings.ts';

/** What a part of the general form shows, and what is chosen there. */
export type GeneralFields = {
  shown: ChosenSettings;
  choose(change: Partial<ChosenSettings>): void;
};
