import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { earlyPage } from './early-page.ts';
import { serviceWorker } from './service-worker.ts';

const WEB = join(import.meta.dirname, '..');

let root: string;
let source: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bocau-page-'));
  source = join(root, 'src');
  for (const path of [
    'index.html',
    'src/early',
    'src/ui/tokens.css',
    'src/app/boot/router.tsx',
    'public/icon.svg',
  ]) {
    await cp(join(WEB, path), join(root, path), { recursive: true });
  }
  await writeFile(join(source, 'main.tsx'), 'document.title;');
});
afterEach(() => rm(root, { recursive: true }));

test('the same client has the same service worker', async () => {
  expect(await builtWorker()).toBe(await builtWorker());
});

test.each([
  ['src/early/early.ts', 'window.stop();'],
  ['src/early/last-list.ts', 'window.stop();'],
  ['src/early/frame.css', '#frame { color: red }'],
  ['src/ui/tokens.css', ':root { --other: red }'],
  ['public/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['index.html', '<!doctype html><title>x</title><div id="root"></div>'],
])('another %s is another version of the client', async (path, text) => {
  const before = await builtWorker();
  await writeFile(join(root, path), text);
  expect(await builtWorker()).not.toBe(before);
});

test('what is written with is kept from the first visit on, with all that it needs', async () => {
  await mkdir(join(source, 'app/browser'), { recursive: true });
  await mkdir(join(source, 'features'), { recursive: true });
  await writeFile(
    join(source, 'app/browser/browser-compose.ts'),
    `import { x } from '../../parts.ts'; export const y = x;`,
  );
  await writeFile(join(source, 'parts.ts'), `import './parts.css'; export const x = () => document.title;`);
  await writeFile(join(source, 'parts.css'), '#parts { color: red }');
  await writeFile(join(source, 'features/other.ts'), 'export const z = () => document.body;');
  await writeFile(
    join(source, 'main.tsx'),
    `import('./app/browser/browser-compose.ts').then(({ y }) => y()); import('./features/other.ts').then(({ z }) => z());`,
  );
  const [, later = '[]'] = /LATER = (\[.*?\])/.exec(await builtWorker()) ?? [];
  const names = (JSON.parse(later) as string[]).map((name) => name.replace(/-[\w-]{8}\./, '.'));
  expect(names.toSorted()).toEqual(['/assets/browser-compose.css', '/assets/browser-compose.js']);
});

test.each([
  ['/', true],
  ['/folder/INBOX?page=2', true],
  ['/setting', true],
  ['/verify', true],
  ['/protect/password', true],
  ['/admin', true],
  ['/admin/people', true],
  ['/drive/trash', true],
  ['/drive/edit/7', false],
  ['/login', true],
  ['/login/switch', false],
  ['/login?login_param=abc', false],
  ['/administration', false],
  ['/sign-on/callback', false],
  ['/s/abc', false],
  ['/mail/profile', false],
  ['/api/docs', false],
])('the worker answers a visit of %s: %s', async (path, answers) => {
  expect(visited(await builtWorker(), path)).toBe(answers);
});

test('a new version takes over files that the last one has kept, and fetches only others', async () => {
  const worker = await builtWorker();
  const page = '<script src="/assets/same-1.js"></script><script src="/assets/new-2.js"></script>"/icon.svg"';
  const { fetched, kept } = await installed(worker, page, ['/assets/same-1.js', '/icon.svg']);
  expect(fetched.toSorted()).toEqual(['/assets/new-2.js', '/icon.svg']);
  expect(kept).toEqual(expect.arrayContaining(['/assets/same-1.js', '/assets/new-2.js', '/icon.svg']));
});

test('a file that the browser has no room for is answered all the same', async () => {
  const answer = { ok: true, clone: () => answer };
  const full = async () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const caches = { open: async () => ({ put: full }), match: async () => undefined };
  const { answered, after } = asked(await builtWorker(), '/assets/part-1.js', caches, async () => answer);
  expect(await answered).toBe(answer);
  await expect(after()).resolves.toBe(undefined);
});

/** What the worker answers to a page's request, and what it continues with afterwards. */
function asked(worker: string, path: string, caches: object, fetch: () => Promise<unknown>) {
  let answered: Promise<unknown> = Promise.resolve(null);
  let lasting: Promise<unknown> = Promise.resolve();
  const self = {
    location: { origin: 'https://mail.example' },
    addEventListener(kind: string, listen: (event: unknown) => void) {
      if (kind !== 'fetch') return;
      listen({
        request: { method: 'GET', mode: 'cors', url: `https://mail.example${path}` },
        respondWith(answer: Promise<unknown>) {
          answered = answer;
        },
        waitUntil(work: Promise<unknown>) {
          lasting = work;
        },
      });
    },
  };
  runInNewContext(worker, { self, caches, fetch, URL });
  return { answered, after: () => lasting };
}

/**
 * What is fetched besides the page, and what is cached in the end, when another version has cached something.
 */
async function installed(worker: string, page: string, before: string[]) {
  const fetched: string[] = [];
  const kept: string[] = [];
  const cache = {
    async add(name: string) {
      fetched.push(name);
      kept.push(name);
    },
    async put(name: string) {
      kept.push(name);
    },
  };
  const caches = {
    open: async () => cache,
    match: async (name: string) => (before.includes(name) ? 'kept' : undefined),
  };
  const answer = { ok: true, text: async () => page, clone: () => answer };
  let installing: Promise<unknown> = Promise.resolve();
  const self = {
    location: { origin: 'https://mail.example' },
    navigator: {},
    skipWaiting: async () => undefined,
    addEventListener(kind: string, listen: (event: unknown) => void) {
      const waitUntil = (work: Promise<unknown>) => {
        installing = work;
      };
      if (kind === 'install') listen({ waitUntil });
    },
  };
  runInNewContext(worker, { self, caches, fetch: async () => answer });
  await installing;
  return { fetched, kept };
}

/** Whether the worker answers a navigation itself, instead of leaving it to the server. */
function visited(worker: string, path: string): boolean {
  let answers = false;
  const self = {
    location: { origin: 'https://mail.example' },
    addEventListener(kind: string, listen: (event: unknown) => void) {
      if (kind !== 'fetch') return;
      const request = { method: 'GET', mode: 'navigate', url: `https://mail.example${path}` };
      const respondWith = () => {
        answers = true;
      };
      listen({ request, respondWith });
    },
  };
  const caches = { open: () => new Promise(() => undefined) };
  runInNewContext(worker, { self, caches, URL, Request: Object });
  return answers;
}

async function builtWorker(): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false },
    plugins: [earlyPage(source), serviceWorker(source)],
  });
  const output = 'output' in result ? result.output : [];
  const worker = output.find(({ fileName }) => fileName === 'sw.js');
  if (worker?.type !== 'asset') throw new Error('There is no service worker');
  return String(worker.source);
}
