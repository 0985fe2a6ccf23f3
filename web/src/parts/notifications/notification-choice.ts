import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import type { QuietHours } from '../../model/notifications/quiet-hours.ts';

/** Of this device, as the browser's permission is. */
export type NotificationChoice = {
  on: boolean;
  /** Without sender and subject. */
  discreet: boolean;
  sound: boolean;
  quiet: boolean;
  hours: QuietHours;
  /** Whose new mail is told of: the inbox by its name, others by their id. */
  folders: readonly string[];
};

export const INBOX = 'INBOX';
const KEY = 'bocau.notifications';
const OFF: NotificationChoice = {
  on: false,
  discreet: false,
  sound: false,
  quiet: false,
  hours: { from: '22:00', to: '07:00' },
  folders: [INBOX],
};

const choice = createStore(read());
// One tab changes it for all.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) choice.set(read());
});

function read(): NotificationChoice {
  try {
    return {
      ...OFF,
      ...(JSON.parse(window.localStorage.getItem(KEY) ?? '{}') as Partial<NotificationChoice>),
    };
  } catch {
    return OFF;
  }
}

export function notificationChoice(): NotificationChoice {
  return choice.get();
}

export function useNotificationChoice(): NotificationChoice {
  return useSyncExternalStore(choice.subscribe, choice.get);
}

export function changeNotificationChoice(change: Partial<NotificationChoice>): void {
  const next = { ...choice.get(), ...change };
  window.localStorage.setItem(KEY, JSON.stringify(next));
  choice.set(next);
}
