import { afterEach, expect, test, vi } from 'vitest';

/** An inline script, not a module: it has no types to import. */
const SCRIPT = './early.ts';

afterEach(() => {
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

test.each([
  ['/folder/INBOX', '/api/v2/start?in=INBOX&limit=50&offset=0'],
  ['/folder/INBOX?page=3', '/api/v2/start?in=INBOX&limit=50&offset=100'],
  ['/folder/INBOX?unread=true', '/api/v2/start?in=INBOX&limit=1&offset=0'],
])('%s is opened by one call, with no list that is not shown: %s', async (address, asked) => {
  const fetched = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetched);
  localStorage.setItem('bocau.person', 'lan.anh@saomai.example');
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `bocau_person=${encodeURIComponent('lan.anh@saomai.example')}`;
  window.history.replaceState(null, '', address);
  vi.resetModules();
  await import(/* @vite-ignore */ SCRIPT);
  const headers = { 'x-session': 'cookie', 'x-account': 'lan.anh%40saomai.example' };
  expect(fetched.mock.calls).toEqual([[asked, { headers }]]);
});

test.each([
  ['kept', {}, 'preload'],
  ['a first visit', null, ''],
])(
  'the heavier letters are asked for with the page where the worker has kept them: %s',
  async (_is, controller, rel) => {
    vi.stubGlobal('navigator', { serviceWorker: { controller } });
    const link = document.head.appendChild(document.createElement('link'));
    link.dataset['kept'] = 'true';
    vi.resetModules();
    await import(/* @vite-ignore */ SCRIPT);
    expect(link.rel).toBe(rel);
    link.remove();
  },
);
