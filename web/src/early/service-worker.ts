/**
 * Caches the client on the device: the page with the files that it names, the files for use without a
 * network, and later whatever else it loaded. Mail is not cached here but by the client itself, for the
 * signed-in user. The build prepends `VERSION`, the first path segments of screens, and the names of the
 * files that are cached `LATER`.
 */
declare const VERSION: string;
declare const SCREENS: readonly string[];
declare const LATER: readonly string[];

export {};

type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Asked = Lasting & { request: Request; respondWith(answer: Promise<Response>): void };
type Route = {
  condition: { urlPattern: { pathname: string; search: string } | string; requestMode?: 'navigate' };
  source: 'network' | { cacheName: string };
};
/** Static routes are not supported by every browser. */
type Installed = Lasting & { addRoutes?(routes: Route[]): Promise<void> };
type Worker = {
  location: Location;
  navigator: { connection?: { saveData?: boolean } };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install', listener: (event: Installed) => void): void;
  addEventListener(kind: 'activate', listener: (event: Lasting) => void): void;
  addEventListener(kind: 'fetch', listener: (event: Asked) => void): void;
};

((worker: Worker) => {
  const PREFIX = 'bocau-client-';
  const NAME = PREFIX + VERSION;
  const PAGE = '/';
  /** Nearly every visit begins at one of these. */
  const FIRST_SCREENS = [PAGE, '/folder/INBOX'];
  /**
   * The office editor needs a network, and the response headers of its page say which editor may be framed.
   */
  const SERVER = /^\/(?:login\/switch|drive\/edit\/)/;
  /** The server handles links that sign in. */
  const SIGNS_IN = /[?&](?:access_token|login_param)=/;

  worker.addEventListener('install', (event) => {
    // An open page keeps the files that it has: none is removed, and the page is not reloaded.
    event.waitUntil(
      keepClient()
        .then((names) => event.addRoutes?.(routesPast(names)))
        .then(() => keepLater())
        .then(() => worker.skipWaiting()),
    );
  });

  worker.addEventListener('activate', (event) => {
    event.waitUntil(forgetOld().then(() => worker.clients.claim()));
  });

  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname, search } = new URL(request.url);
    if (request.method !== 'GET' || origin !== worker.location.origin) return;
    const [, place = ''] = pathname.split('/');
    // All other URLs belong to the server.
    const isScreen = ['', ...SCREENS].includes(place) && !SERVER.test(pathname) && !SIGNS_IN.test(search);
    if (request.mode === 'navigate') {
      if (isScreen) event.respondWith(page());
    } else if (/^\/assets\/.*\.(?:js|css|woff2)$/.test(pathname)) {
      event.respondWith(named(event));
    } else if (pathname === '/icon.svg') {
      event.respondWith(kept(request));
    }
  });

  /** Requests that the browser serves without starting the worker. */
  function routesPast(names: string[]): Route[] {
    const source = { cacheName: NAME };
    return [
      { condition: { urlPattern: '/api/:call+' }, source: 'network' },
      ...FIRST_SCREENS.map(
        (pathname): Route => ({
          condition: { urlPattern: { pathname, search: '' }, requestMode: 'navigate' },
          source,
        }),
      ),
      ...names.map((pathname): Route => ({ condition: { urlPattern: { pathname, search: '' } }, source })),
    ];
  }

  /** Returns the names of the files that the page needs. */
  async function keepClient(): Promise<string[]> {
    const answer = await fetch(PAGE, { cache: 'no-cache', headers: { accept: 'text/html' } });
    if (!answer.ok) throw new Error(`The page answered ${answer.status}`);
    const text = await answer.clone().text();
    const names = [...new Set(text.match(/\/assets\/[^"']+|\/icon\.svg/g))];
    const cache = await caches.open(NAME);
    await Promise.all(names.map((name) => keepFile(cache, name)));
    await Promise.all(FIRST_SCREENS.map((address) => cache.put(address, answer.clone())));
    return names;
  }

  /** Composing, and the screens beside the list. A file that fails now is cached when it is used. */
  async function keepLater(): Promise<void> {
    if (worker.navigator.connection?.saveData) return;
    const cache = await caches.open(NAME);
    // One at a time: the bandwidth belongs to the page that has just opened.
    for (const name of LATER) await keepFile(cache, name).catch(() => undefined);
  }

  /** A file with a content hash in its name is fetched once, however many versions use it. */
  async function keepFile(cache: Cache, name: string): Promise<void> {
    const known = name.startsWith('/assets/') ? await caches.match(name) : undefined;
    await (known ? cache.put(name, known) : cache.add(name));
  }

  /** Keeps the previous version, for pages that were loaded with it and need more of its files. */
  async function forgetOld(): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  }

  function page(): Promise<Response> {
    return kept(new Request(PAGE, { headers: { accept: 'text/html' } }));
  }

  /** From the cache of this version. */
  async function kept(request: Request): Promise<Response> {
    const cache = await caches.open(NAME);
    return (await cache.match(request)) ?? fetch(request);
  }

  /** A file with a content hash in its name. */
  async function named(event: Asked): Promise<Response> {
    const { request } = event;
    const kept = await caches.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) {
      const copy = answer.clone();
      // If the browser has no room to cache it, the answer is served all the same.
      const keeping = caches.open(NAME).then((cache) => cache.put(request, copy));
      event.waitUntil(keeping.catch(() => undefined));
    }
    return answer;
  }
})(self as unknown as Worker);
