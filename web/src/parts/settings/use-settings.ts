import { createContext, useContext, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { changeLanguage, speakOfMessages, spoken } from '../../i18n/i18n.ts';
import type { KnownSettings, SettingsModel, ShownSettings } from '../../model/settings/settings-model.ts';
import { useAppearance } from '../../ui/appearance-context.tsx';

export const SettingsContext = createContext<SettingsModel | null>(null);

export function useSettingsModel(): SettingsModel {
  const model = useContext(SettingsContext);
  if (!model) throw new Error('There are no settings around this part of the screen');
  return model;
}

/** The settings of the mailbox; as last known on this device until the server has answered. */
export function useSettings(): ShownSettings {
  const model = useSettingsModel();
  useEffect(() => model.load(), [model]);
  return useSyncExternalStore(model.subscribe, model.settings);
}

/** For a screen that must not mistake cached settings for current ones. */
export function useKnownSettings(): KnownSettings {
  const model = useSettingsModel();
  useEffect(() => model.load(), [model]);
  return useSyncExternalStore(model.subscribe, model.known);
}

/** Applies language, appearance and density as set. */
export function useApplySettings(): void {
  const { choose } = useAppearance();
  const { language, appearance, density, conversation_view: conversations } = useSettings();
  useEffect(() => {
    if (spoken.get().language !== language) void changeLanguage(language);
  }, [language]);
  useEffect(() => void speakOfMessages(!conversations), [conversations]);
  useEffect(() => choose(appearance), [choose, appearance]);
  // In the same frame as the rows whose layout depends on it; at the start, early.ts has done it.
  useLayoutEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
}
