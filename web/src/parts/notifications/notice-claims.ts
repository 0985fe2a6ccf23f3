/**
 * The messages that this device has notified of, for pages and the service worker alike: in storage that both
 * can access. The worker uses the same names (early/push-worker.ts).
 */
const CLAIMS = 'bocau-notified';
const LIST = '/notified';

/** Gives each message once: to the page that asks first, or to the worker. */
export const noticeClaims = {
  async read(): Promise<readonly string[]> {
    const list = await (await caches.open(CLAIMS)).match(LIST);
    const read: unknown = await list?.json();
    return Array.isArray(read) ? read : [];
  },
  async write(ids: readonly string[]): Promise<void> {
    await (await caches.open(CLAIMS)).put(LIST, new Response(JSON.stringify(ids)));
  },
  async alone<T>(run: () => Promise<T>): Promise<T> {
    return navigator.locks ? navigator.locks.request(CLAIMS, run) : run();
  },
};
