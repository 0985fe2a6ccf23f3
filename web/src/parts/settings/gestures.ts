import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';

const OFF = 'bocau.swipe-off';

/** Whether rows can be swiped; stored on this device, as it depends on how it is held. */
const swipes = createStore(window.localStorage.getItem(OFF) === null);

export function useGestures(): boolean {
  return useSyncExternalStore(swipes.subscribe, swipes.get);
}

export function allowGestures(allowed: boolean): void {
  if (allowed) window.localStorage.removeItem(OFF);
  else window.localStorage.setItem(OFF, '1');
  swipes.set(allowed);
}
