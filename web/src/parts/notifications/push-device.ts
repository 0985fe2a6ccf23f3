import type { ApiClient } from '@bocau/contract/client.ts';
import type { NotificationChoice } from './notification-choice.ts';

export type PushApi = Pick<ApiClient, 'getPush' | 'savePush' | 'removePush'>;

/** What this browser can do: on iPhones and iPads only an app on the home screen has pushes. */
export function pushSupport(): 'ready' | 'homeScreen' | 'unsupported' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'ready';
  return isAppleMobile() ? 'homeScreen' : 'unsupported';
}

/** An iPad calls itself a Mac, which has no touch screen. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

export class PushNotOffered extends Error {
  override name = 'PushNotOffered';
}

/** Brings the subscription of this browser, and what is chosen, to the server. */
export async function savePushDevice(api: PushApi, choice: NotificationChoice): Promise<void> {
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

/** One by another key is of no use: the server's was made anew. */
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

/** The server forgets it first: a browser that can't unsubscribe hears nothing all the same. */
export async function removePushDevice(api: PushApi): Promise<void> {
  await api.removePush({});
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
