import type { PushMessage } from '@bocau/contract/push.ts';
import type { PushService } from '@bocau/server/test-kit/push-service.ts';
import type { BrowserContext, Page, Worker } from '@playwright/test';

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Window
  interface Window {
    subscribeHere(key: string): Promise<{ endpoint: string; p256dh: string; auth: string }>;
  }
}

/**
 * Replaces Google's push service in Chromium: pages subscribe at the test's push service, and its messages
 * are delivered to the service worker over the DevTools protocol. The headless shell cannot show
 * notifications and denies the permission, so they are kept in the worker.
 */
export async function pushBrowser(context: BrowserContext, service: PushService) {
  await context.exposeFunction('subscribeHere', (key: string) => service.subscribe('chromium', key));
  await context.addInitScript(subscribeElsewhere);

  async function worker(): Promise<Worker> {
    return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
  }

  /** Call once the worker runs; it stays alive while its DevTools session is in use. */
  async function keepNotices(): Promise<void> {
    await (await worker()).evaluate(() => {
      type Kept = { title: string; body: string; tag: string; data: unknown; close(): void };
      const { registration } = globalThis as unknown as { registration: object & { kept?: true } };
      if (registration.kept) return;
      let shown: Kept[] = [];
      Object.assign(registration, {
        kept: true,
        async showNotification(title: string, options: Omit<Kept, 'title' | 'close'>) {
          const close = () => {
            shown = shown.filter((each) => each !== notice);
          };
          const notice = { title, ...options, close };
          shown = [...shown.filter(({ tag }) => tag !== options.tag), notice];
        },
        getNotifications: async ({ tag }: { tag?: string } = {}) =>
          shown.filter((notice) => tag === undefined || notice.tag === tag),
      });
    });
  }

  return {
    /** Delivers over the page's DevTools session, since the service worker belongs to the page's origin. */
    async deliver(page: Page, message: PushMessage): Promise<void> {
      await keepNotices();
      const session = await context.newCDPSession(page);
      const registered = new Promise<string>((resolve) => {
        session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const own = registrations.find(({ isDeleted }) => !isDeleted);
          if (own) resolve(own.registrationId);
        });
      });
      await session.send('ServiceWorker.enable');
      const registrationId = await registered;
      const { origin } = new URL((await worker()).url());
      await session.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify(message),
      });
      await session.detach();
    },
    /** The notifications shown, as `title | body`. */
    async notices(): Promise<string[]> {
      return (await worker()).evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        const shown = await registration.getNotifications();
        return shown.map(({ title, body }) => `${title} | ${body}`);
      });
    },
    /**
     * Simulates a click on the notification. Unlike a real click, it does not let the worker focus a page.
     */
    async click(): Promise<void> {
      await (await worker()).evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        const [notification] = await registration.getNotifications();
        const waitUntil = (work: Promise<unknown>) => work.catch(() => undefined);
        const event = Object.assign(new Event('notificationclick'), { notification });
        Object.defineProperty(event, 'waitUntil', { value: waitUntil });
        globalThis.dispatchEvent(event);
      });
    },
  };
}

/** Runs in the page before its own scripts. */
function subscribeElsewhere(): void {
  const KEPT = 'test.subscription';
  type Kept = { endpoint: string; p256dh: string; auth: string; key: string };
  const bytesOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
  const asBrowser = ({ endpoint, p256dh, auth, key }: Kept) => ({
    endpoint,
    options: { applicationServerKey: bytesOf(key).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => {
      localStorage.removeItem(KEPT);
      return true;
    },
  });
  Object.assign(window, {
    Notification: { permission: 'granted', requestPermission: async () => 'granted' },
  });
  Object.assign(PushManager.prototype, {
    async getSubscription() {
      const kept = localStorage.getItem(KEPT);
      return kept === null ? null : asBrowser(JSON.parse(kept) as Kept);
    },
    async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
      const kept = { ...(await window.subscribeHere(key)), key };
      localStorage.setItem(KEPT, JSON.stringify(kept));
      return asBrowser(kept);
    },
  });
}
