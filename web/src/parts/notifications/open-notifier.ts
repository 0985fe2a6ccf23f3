import { isQuiet } from '@bocau/contract/quiet-hours.ts';
import { after, now } from '../../lib/timers.ts';
import { createClaims, createNotifier, type Said } from '../../model/notifications/create-notifier.ts';
import { noticeClaims } from './notice-claims.ts';
import { notificationChoice } from './notification-choice.ts';

const CHANNEL = 'bocau.notifications';

/** Tells outside the page what comes while nobody looks, by what was chosen on this device; once, in one of the tabs. */
export function openNotifier<T extends { messageId: string }>(
  tell: (told: readonly T[]) => void,
): { take(one: T): void; stop(): void } {
  const channel = new BroadcastChannel(CHANNEL);
  const notifier = createNotifier<T>({
    clock: { after: (ms, run) => ({ stop: after(ms, run) }) },
    tab: crypto.randomUUID(),
    channel: {
      say: (said) => channel.postMessage(said),
      hear: (listener) => {
        const hear = ({ data }: MessageEvent<Said>) => listener(data);
        channel.addEventListener('message', hear);
        return () => channel.removeEventListener('message', hear);
      },
    },
    claim: createClaims(noticeClaims),
    isLooking: () => document.visibilityState === 'visible' && document.hasFocus(),
    mayTell,
    tell,
  });
  return {
    take: notifier.take,
    stop() {
      notifier.stop();
      channel.close();
    },
  };
}

function mayTell(): boolean {
  const { on, quiet, hours } = notificationChoice();
  const time = new Date(now()).toTimeString().slice(0, 5);
  return on && Notification.permission === 'granted' && !(quiet && isQuiet(hours, time));
}
