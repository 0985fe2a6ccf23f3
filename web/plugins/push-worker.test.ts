import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';
import { compiled } from './early-source.ts';

const SOURCE = join(import.meta.dirname, '../src');
const source = compiled(join(SOURCE, 'early/push-worker.ts'));
const MAIL = {
  kind: 'new_mail',
  id: 'm1',
  path: '/folder/INBOX/t1',
  language: 'vi',
  sender: 'Trần Minh',
  subject: 'Báo giá',
};

type Notice = {
  title: string;
  body: string;
  tag: string;
  silent: boolean;
  data: { path: string };
  close(): void;
};
type Page = { url: string; focused: boolean; visibilityState: string };

/** A service worker with the browser's APIs that it uses. */
function openWorker() {
  const listeners = new Map<string, (event: object) => void>();
  const shown: Notice[] = [];
  const said: unknown[] = [];
  const opened: string[] = [];
  const pages: Page[] = [];
  const stored = new Map<string, string>();
  const sent: { path: string; body: unknown }[] = [];
  const cache = {
    match: async (name: string) => {
      const text = stored.get(name);
      return text === undefined ? undefined : { json: async () => JSON.parse(text) };
    },
    put: async (name: string, { text }: { text: string }) => void stored.set(name, text),
  };
  const self = {
    navigator: {},
    addEventListener: (kind: string, listen: (event: object) => void) => void listeners.set(kind, listen),
    registration: {
      getNotifications: async ({ tag }: { tag: string }) => shown.filter((notice) => notice.tag === tag),
      async showNotification(title: string, options: Omit<Notice, 'title' | 'close'>) {
        const standing = shown.findIndex(({ tag }) => tag === options.tag);
        if (standing >= 0) shown.splice(standing, 1);
        const notice = { title, ...options, close: () => void shown.splice(shown.indexOf(notice), 1) };
        shown.push(notice);
      },
    },
    clients: {
      matchAll: async () =>
        pages.map((page) => ({
          ...page,
          focus: async () => undefined,
          postMessage(words: unknown, [port]: [{ answer(): void }]) {
            said.push(words);
            if (page.focused) port.answer();
          },
        })),
      openWindow: async (path: string) => void opened.push(path),
    },
  };
  class MessageChannel {
    port1 = { onmessage: () => undefined };
    port2 = { answer: () => this.port1.onmessage() };
  }
  const setTimeout = (run: () => void) => queueMicrotask(run);
  class Response {
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  const fetch = async (path: string, { body }: { body: string }) =>
    void sent.push({ path, body: JSON.parse(body) });

  async function hear(kind: string, event: object): Promise<void> {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (given: Promise<unknown>) => {
      work = given;
    };
    listeners.get(kind)?.({ ...event, waitUntil });
    await work;
  }
  return {
    async start() {
      const given = { Response, URL, fetch, MessageChannel, setTimeout };
      runInNewContext(await source, { self, caches: { open: async () => cache }, ...given });
    },
    push: (message: unknown) => hear('push', { data: { json: () => message } }),
    hear,
    /** Claims a message as a page does (parts/notifications/notice-claims.ts). */
    claim: (id: string) => void stored.set('/notified', JSON.stringify([id])),
    told: () => shown.map(({ title, body }) => `${title} | ${body}`),
    shown,
    pages,
    said,
    opened,
    sent,
  };
}

let worker: ReturnType<typeof openWorker>;
beforeEach(async () => {
  worker = openWorker();
  await worker.start();
});

test.each([
  [MAIL, 'Trần Minh | Báo giá'],
  [{ ...MAIL, spoofed: true }, 'Trần Minh | Giả mạo: Báo giá'],
  [{ ...MAIL, subject: '' }, 'Trần Minh | (không có chủ đề)'],
  [{ ...MAIL, subject: undefined }, 'Trần Minh | Thư mới'],
  [{ ...MAIL, subject: undefined, sender: undefined }, 'Thư mới | '],
  [{ ...MAIL, language: 'en', subject: undefined, sender: undefined }, 'New message | '],
])('NT-9 a push is shown as far as it says something', async (message, told) => {
  await worker.push(message);
  expect(worker.told()).toEqual([told]);
  expect(worker.shown[0]).toMatchObject({ tag: 'm1', silent: false, data: { path: MAIL.path } });
});

test('the worker has the words of the screens', async () => {
  const text = await source;
  for (const language of ['vi', 'en']) {
    for (const [file, words] of [
      ['thread-list.ts', /noSubject: '(.*)'/],
      ['sender-marks.ts', /mark: '(.*)'/],
      ['notifications.ts', /one: '(.*)'/],
    ] as const) {
      const [, said = file] = words.exec(await readFile(join(SOURCE, 'i18n', language, file), 'utf8')) ?? [];
      expect(text).toContain(said);
    }
  }
});

test('NT-11 the same message again takes the place of the notice, unheard, and none once that was closed', async () => {
  await worker.push(MAIL);
  await worker.push(MAIL);
  expect(worker.told()).toHaveLength(1);
  expect(worker.shown[0]?.silent).toBe(true);
  worker.shown[0]?.close();
  await worker.push(MAIL);
  expect(worker.told()).toEqual([]);
});

test('NT-11 a message of which a page told is not told by the worker too', async () => {
  worker.claim('m1');
  await worker.push(MAIL);
  expect(worker.told()).toEqual([]);
});

test('nothing is shown while somebody looks at the mailbox; at a page behind, or another one, it is', async () => {
  const page = { url: 'https://mail.example/folder/INBOX', focused: true, visibilityState: 'visible' };
  worker.pages.push(page);
  await worker.push(MAIL);
  expect(worker.told()).toEqual([]);
  worker.pages[0] = { ...page, focused: false };
  await worker.push({ ...MAIL, id: 'm2' });
  worker.pages[0] = { ...page, url: 'https://mail.example/s/abc' };
  await worker.push({ ...MAIL, id: 'm3' });
  expect(worker.told()).toHaveLength(2);
});

test('NT-11 a recall closes the notice, and a push that comes after it shows none', async () => {
  await worker.push(MAIL);
  await worker.push({ kind: 'recalled', id: 'm1' });
  expect(worker.told()).toEqual([]);
  await worker.push({ kind: 'recalled', id: 'm2' });
  await worker.push({ ...MAIL, id: 'm2' });
  expect(worker.told()).toEqual([]);
});

test('a click opens the conversation in a page of the mailbox, or in a new one', async () => {
  const notification = { close: vi.fn(), data: { path: MAIL.path } };
  await worker.hear('notificationclick', { notification });
  expect(worker.opened).toEqual([MAIL.path]);
  const page = { url: 'https://mail.example/setting', focused: true, visibilityState: 'hidden' };
  worker.pages.push(page);
  await worker.hear('notificationclick', { notification });
  expect(worker.said).toEqual([{ kind: 'open-notice', path: MAIL.path }]);
  expect(worker.opened).toHaveLength(1);
  // A page that does not answer.
  worker.pages[0] = { ...page, focused: false };
  await worker.hear('notificationclick', { notification });
  expect(worker.opened).toHaveLength(2);
  expect(notification.close).toHaveBeenCalledTimes(3);
  // Only addresses of our own are opened.
  worker.pages.length = 0;
  await worker.hear('notificationclick', {
    notification: { ...notification, data: { path: 'https://evil.example' } },
  });
  expect(worker.opened.at(-1)).toBe('/folder/INBOX');
});

test('another subscription of the browser is brought to the server', async () => {
  const keys = { p256dh: 'p', auth: 'a' };
  const newSubscription = { toJSON: () => ({ endpoint: 'https://push.example/2', keys }) };
  await worker.hear('pushsubscriptionchange', { newSubscription });
  expect(worker.sent).toEqual([
    {
      path: '/api/v2/push',
      body: { subscription: { endpoint: 'https://push.example/2', ...keys }, choice: null },
    },
  ]);
});
