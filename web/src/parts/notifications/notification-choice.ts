import type { NoticeContent } from '@bocau/contract/push.ts';
import type { QuietHours } from '@bocau/contract/quiet-hours.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';

/** Per device, like the browser's permission. */
export type NotificationChoice = {
  /** An open page shows notifications. */
  on: boolean;
  /** The account whose messages are pushed here; null: none. Others who sign in here have not opted in. */
  pushed: string | null;
  content: NoticeContent;
  sound: boolean;
  quiet: boolean;
  hours: QuietHours;
  /** The folders whose new messages are notified: the inbox by name, others by id. */
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
// Changes in another tab.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) choice.set(read());
});

function read(): NotificationChoice {
  try {
    const { discreet, ...stored } = JSON.parse(window.localStorage.getItem(KEY) ?? '{}');
    // Earlier releases stored `discreet` instead of `content`.
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
  // Also stored for a rollback to the previous release, which must not show more than was chosen.
  const kept = { ...next, discreet: next.content === 'nothing' };
  window.localStorage.setItem(KEY, JSON.stringify(kept));
  choice.set(next);
}
