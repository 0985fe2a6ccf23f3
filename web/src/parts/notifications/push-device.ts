import type { ApiClient } from '@bocau/contract/client.ts';
import {
  changeNotificationChoice,
  type NotificationChoice,
  notificationChoice,
} from './notification-choice.ts';

export type PushApi = Pick<ApiClient, 'getPush' | 'savePush' | 'removePush'>;

/** Push support of this browser: on iPhones and iPads only an app on the home screen has it. */
export function pushSupport(): 'ready' | 'homeScreen' | 'unsupported' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'ready';
  return isAppleMobile() ? 'homeScreen' : 'unsupported';
}

/** An iPad reports itself as a Mac, which has no touch screen. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

export class PushNotOffered extends Error {
  override name = 'PushNotOffered';
}

let last: Promise<void> = Promise.resolve();

/** One after the other: a save under way, arriving after a removal, would turn on again what was turned off. */
function inTurn(act: () => Promise<void>): Promise<void> {
  last = last.then(act, act);
  return last;
}

/** Sends this browser's subscription and the user's choice to the server. */
export function savePushDevice(api: PushApi): Promise<void> {
  return inTurn(() => save(api, notificationChoice()));
}

/** The same, unless pushes of this user have been turned off by the time it is its turn. */
export function keepPushDevice(api: PushApi, choice: NotificationChoice): Promise<void> {
  return inTurn(async () => {
    if (notificationChoice().pushed === choice.pushed) await save(api, choice);
  });
}

async function save(api: PushApi, choice: NotificationChoice): Promise<void> {
  const { key } = (await api.getPush({})).data;
  if (key === null) throw new PushNotOffered('The server pushes nothing');
  const { endpoint, keys } = (await subscription(key)).toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new Error('The browser gave a subscription without keys');
  const { content, folders, quiet, hours } = choice;
  await api.savePush({
    body: {
      subscription: { endpoint, p256dh, auth },
      choice: { content, folders: [...folders], quiet: quiet ? hours : null },
    },
  });
}

/** A subscription with another key is useless: the server's key was replaced. */
async function subscription(key: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('This page has no service worker');
  const { pushManager } = registration;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function keyOf({ options }: PushSubscription): string | null {
  const { applicationServerKey: bytes } = options;
  if (!bytes) return null;
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The server deletes it first: then a browser that fails to unsubscribe gets no pushes either. */
export function removePushDevice(api: PushApi): Promise<void> {
  return inTurn(async () => {
    await api.removePush({});
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    changeNotificationChoice({ pushed: null });
  });
}
