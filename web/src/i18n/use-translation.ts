import { useSyncExternalStore } from 'react';
import { type Spoken, spoken } from './i18n.ts';

/** The texts for a component, which rerenders when the language changes. */
export function useTranslation(): Spoken {
  return useSyncExternalStore(spoken.subscribe, spoken.get);
}
