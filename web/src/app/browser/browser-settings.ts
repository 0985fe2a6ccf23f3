import type { ApiClient } from '@bocau/contract/client.ts';
import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { rememberedLanguage } from '../../i18n/i18n.ts';
import { parseCached, serializeCached } from '../../model/settings/cached-settings.ts';
import { createSettingsModel, type SettingsModel } from '../../model/settings/settings-model.ts';
import { rememberedAppearance } from '../../ui/appearance.ts';
import { browserClock } from './browser-clock.ts';

const CACHED = 'bocau.reading';

/** The settings model on a browser's clock and storage. */
export function createBrowserSettings({ api }: { api: ApiClient }): SettingsModel {
  return createSettingsModel({
    api,
    clock: browserClock,
    cache: {
      read: () => ({
        ...DEFAULT_SETTINGS,
        ...parseCached(localStorage.getItem(CACHED)),
        language: rememberedLanguage(),
        appearance: rememberedAppearance(),
      }),
      write: (settings) => localStorage.setItem(CACHED, serializeCached(settings)),
    },
  });
}
