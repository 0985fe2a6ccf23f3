import { useSyncExternalStore } from 'react';
import { browserOnline } from '../../lib/browser-online.ts';

export function useOnline(): boolean {
  return useSyncExternalStore(browserOnline.onChange, browserOnline.isOnline);
}
