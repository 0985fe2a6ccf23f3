import { type ChosenSettings, DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { rememberedLanguage } from '../../i18n/i18n.ts';
import { rememberedAppearance } from '../../ui/appearance.ts';
import { readKept, writeKept } from './kept-text.ts';

const KEPT = 'bocau.reading';

/** The settings as this device last knew them. */
export function keptSettings(): ChosenSettings {
  return {
    ...DEFAULT_SETTINGS,
    ...readKept(localStorage.getItem(KEPT)),
    language: rememberedLanguage(),
    appearance: rememberedAppearance(),
  };
}

export function keepSettings(settings: ChosenSettings): void {
  localStorage.setItem(KEPT, writeKept(settings));
}
