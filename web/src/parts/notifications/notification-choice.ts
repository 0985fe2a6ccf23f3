import type { NoticeContent } from '@bocau/contract/push.ts';
import type { QuietHours } from '@bocau/contract/quiet-hours.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';

/** Of this device, as the browser's permission is. */
export type NotificationChoice = {
  /** A page that is open tells. */
  on: boolean;
  /** Whose mail is pushed to this browser, by address; null: nobody's. Others who sign in here have not asked for it. */
  pushed: string | null;
  content: NoticeContent;
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
  pushed: null,
  content: 'subject',
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
    const { discreet, ...stored } = JSON.parse(window.localStorage.getItem(KEY) ?? '{}');
    // As releases before wrote that only the fact is told.
    return { ...OFF, ...(discreet === true ? { content: 'nothing' } : {}), ...stored };
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
  // So that the release before, where it comes back, says no more than was chosen.
  const kept = { ...next, discreet: next.content === 'nothing' };
  window.localStorage.setItem(KEY, JSON.stringify(kept));
  choice.set(next);
}
