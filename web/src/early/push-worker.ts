/**
 * The part of the service worker that shows push notifications. It follows the other part in the same file,
 * and imports nothing, as it runs without the client; so it carries its few texts itself.
 */
import type { PushMessage } from '@bocau/contract/push.ts';

type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Pushed = Lasting & { data: { json(): unknown } | null };
type Clicked = Lasting & { notification: Notification };
type Changed = Lasting & { oldSubscription?: PushSubscription; newSubscription?: PushSubscription };
type Page = {
  url: string;
  focused: boolean;
  visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown, ports: MessagePort[]): void;
};
type Worker = {
  navigator: { locks?: LockManager };
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<Page[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener(kind: 'push', listener: (event: Pushed) => void): void;
  addEventListener(kind: 'notificationclick', listener: (event: Clicked) => void): void;
  addEventListener(kind: 'pushsubscriptionchange', listener: (event: Changed) => void): void;
};

((worker: Worker) => {
  const WORDS = {
    vi: { one: 'Thư mới', noSubject: '(không có chủ đề)', spoofed: 'Giả mạo' },
    en: { one: 'New message', noSubject: '(no subject)', spoofed: 'Spoofed' },
  };
  /** The names that pages use (parts/notifications/notice-claims.ts). */
  const CLAIMS = 'bocau-notified';
  const LIST = '/notified';
  const KEPT = 200;
  const ANSWER_MS = 1_000;
  /** Screens of the mailbox, which can open a conversation without reloading. */
  const MAILBOX = /^\/(?:folder|advance-search|setting)(?:\/|$)/;
  /** Screens that show what is reminded of. */
  const ROOMS = /^\/(?:folder|advance-search|setting|calendar|contacts|drive|invoices|merges)(?:\/|$)/;

  worker.addEventListener('push', (event) => {
    const message = event.data?.json() as PushMessage | undefined;
    if (message?.kind === 'recalled') event.waitUntil(takeBack(message.id));
    else if (message?.kind === 'new_mail') event.waitUntil(tell(message));
    else if (message?.kind === 'reminder') event.waitUntil(show(message, ROOMS));
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { path?: string };
    event.waitUntil(open(path && /^\/(?:folder|calendar)\//.test(path) ? path : '/folder/INBOX'));
  });

  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

  function tell(message: Extract<PushMessage, { kind: 'new_mail' }>): Promise<void> {
    const { id, path, language, sender, subject, spoofed } = message;
    const words = WORDS[language] ?? WORDS.vi;
    const told = subject === undefined ? words.one : subject || words.noSubject;
    const title = sender ?? words.one;
    const body = sender === undefined ? '' : spoofed ? `${words.spoofed}: ${told}` : told;
    return show({ id, path, language, title, body }, MAILBOX);
  }

  type Told = { id: string; path: string; language: string; title: string; body: string };

  /** `screens`: a user who is looking at one of these sees it there. */
  async function show({ id, path, language, title, body }: Told, screens: RegExp): Promise<void> {
    const pages = await openPages(screens);
    if (pages.some(({ focused, visibilityState }) => focused && visibilityState === 'visible')) return;
    const isFirst = await claim(id);
    const standing = await worker.registration.getNotifications({ tag: id });
    // A page or another push has notified of it already, and that notification was closed since.
    if (!isFirst && standing.length === 0) return;
    await worker.registration.showNotification(title, {
      body,
      tag: id,
      lang: language,
      icon: '/icon-192.png',
      // Replaces the notification that is still shown, without a sound.
      silent: !isFirst,
      data: { path },
    });
  }

  async function takeBack(id: string): Promise<void> {
    // Claimed, so that a push that arrives later is not shown.
    await claim(id);
    for (const notice of await worker.registration.getNotifications({ tag: id })) notice.close();
  }

  /** True for the first caller. */
  async function claim(id: string): Promise<boolean> {
    const take = async () => {
      const cache = await caches.open(CLAIMS);
      const read: unknown = await (await cache.match(LIST))?.json();
      const ids: unknown[] = Array.isArray(read) ? read : [];
      if (ids.includes(id)) return false;
      await cache.put(LIST, new Response(JSON.stringify([...ids, id].slice(-KEPT))));
      return true;
    };
    return worker.navigator.locks ? worker.navigator.locks.request(CLAIMS, take) : take();
  }

  async function openPages(screens: RegExp): Promise<Page[]> {
    const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return pages.filter(({ url }) => screens.test(new URL(url).pathname));
  }

  async function open(path: string): Promise<void> {
    for (const page of await openPages(path.startsWith('/calendar/') ? ROOMS : MAILBOX)) {
      if (await goesTo(page, path)) return void (await page.focus());
    }
    await worker.clients.openWindow(path);
  }

  /** A page that is still starting, or whose session has ended, does not answer. */
  function goesTo(page: Page, path: string): Promise<boolean> {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(true);
      setTimeout(() => resolve(false), ANSWER_MS);
      page.postMessage({ kind: 'open-notice', path }, [port2]);
    });
  }

  /** The push service has given the browser a new endpoint; the user's choice stays. */
  async function renew({ oldSubscription, newSubscription }: Changed): Promise<void> {
    const { pushManager } = worker.registration;
    const options = oldSubscription?.options;
    const fresh = newSubscription ?? (options && (await pushManager.subscribe(options)));
    const { endpoint, keys: { p256dh, auth } = {} } = fresh?.toJSON() ?? {};
    // Without an endpoint, the next page that is opened subscribes.
    if (!endpoint) return;
    await fetch('/api/v2/push', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
      body: JSON.stringify({ subscription: { endpoint, p256dh, auth }, choice: null }),
    });
  }
})(self as unknown as Worker);
