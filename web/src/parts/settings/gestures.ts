import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';

const OFF = 'bocau.swipe-off';

/** Whether rows follow a finger; a matter of the hand that holds this device, and kept on it. */
const swipes = createStore(window.localStorage.getItem(OFF) === null);

export function useGestures(): boolean {
  return useSyncExternalStore(swipes.subscribe, swipes.get);
}

export function allowGestures(allowed: boolean): void {
  if (allowed) window.localStorage.removeItem(OFF);
  else window.localStorage.setItem(OFF, '1');
  swipes.set(allowed);
}
