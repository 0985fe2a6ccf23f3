import { useSyncExternalStore } from 'react';
import { type Spoken, spoken } from './i18n.ts';

/** The words of the screen, again whenever the language changes. */
export function useTranslation(): Spoken {
  return useSyncExternalStore(spoken.subscribe, spoken.get);
}
