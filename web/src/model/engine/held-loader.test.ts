import { ApiError } from '@bocau/contract/client.ts';
import { test as base, expect } from 'vitest';
import { createChangeLog } from './change-log.ts';
import { createHeldLoader, type Held } from './held-loader.ts';
import { createManualClock } from './test-kit/manual-clock.ts';

type Page = Held & { name: string; rows: string[] | null };

const UNREACHABLE = new ApiError(503, 'internal_error', 'Down');
const REFUSED = new ApiError(404, 'not_found', 'Gone');

/** A noun whose pages are answered from `answers`, in turn; without any, by their name. */
const test = base
  .extend('clock', () => createManualClock())
  .extend('noun', ({ clock }) => {
    const log = createChangeLog<string>();
    const pages = new Map<string, Page>();
    const answers: (ApiError | Promise<string[]>)[] = [];
    const heard = new Set<() => void>();
    const asked: string[] = [];
    const loader = createHeldLoader<Page, string>({
      clock,
      log,
      batch(change) {
        change();
        for (const hear of heard) hear();
      },
      entries: () => pages.values(),
      isKnown: ({ rows }) => rows !== null,
      ready: async () => undefined,
      lastSeen: async () => null,
      load: (page) => void load(page),
    });
    function load(page: Page): Promise<void> {
      return loader.read<string[]>(page, {
        async ask() {
          asked.push(page.name);
          const answer = answers.shift() ?? Promise.resolve([page.name]);
          if (answer instanceof ApiError) throw answer;
          return answer;
        },
        take(rows, changes) {
          page.rows = [...rows, ...changes];
        },
      });
    }
    function hold(name: string): Page {
      const fresh = { name, rows: null, holds: 0, stale: false, loading: false, error: null };
      const page = pages.get(name) ?? fresh;
      pages.set(name, page);
      page.holds += 1;
      loader.loadStale();
      return page;
    }
    return { answers, asked, hold, load, loader, log, heard };
  });

test('what is held is asked for once at a time, and again when it became stale meanwhile', async ({
  clock,
  noun,
}) => {
  const page = noun.hold('inbox');
  noun.loader.loadStale();
  expect(page.loading).toBe(true);
  page.stale = true;
  await clock.advance(0);
  expect(noun.asked).toEqual(['inbox', 'inbox']);
  expect(page).toMatchObject({ rows: ['inbox'], stale: false, loading: false });
});

test('who hears of an answer may ask for more at once', async ({ clock, noun }) => {
  const page = noun.hold('inbox');
  noun.heard.add(() => {
    if (page.rows !== null && noun.asked.length < 3) void noun.load(page);
  });
  await clock.advance(0);
  expect(noun.asked).toEqual(['inbox', 'inbox', 'inbox']);
});

test('an answer is given what changed while it was awaited', async ({ clock, noun }) => {
  const answer = Promise.withResolvers<string[]>();
  noun.answers.push(answer.promise);
  const page = noun.hold('inbox');
  await clock.advance(0);
  noun.log.applied('later');
  answer.resolve(['first']);
  await clock.advance(0);
  expect(page.rows).toEqual(['first', 'later']);
});

test('without an answer it is tried again with growing pauses, and says why all the while', async ({
  clock,
  noun,
}) => {
  noun.answers.push(UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE);
  const page = noun.hold('inbox');
  await clock.advance(6_900);
  expect(noun.asked).toHaveLength(3);
  expect(page.error).toBe(UNREACHABLE);
  await clock.advance(10_000);
  expect(page).toMatchObject({ rows: ['inbox'], error: null });
});

test('a refusal is not asked for again by itself', async ({ clock, noun }) => {
  noun.answers.push(REFUSED);
  const page = noun.hold('inbox');
  await clock.advance(60_000);
  noun.loader.resume();
  await clock.advance(0);
  expect(noun.asked).toEqual(['inbox']);
  expect(page.error).toBe(REFUSED);
});

test('an answer that is not waited for any more is not taken', async ({ clock, noun }) => {
  const answer = Promise.withResolvers<string[]>();
  noun.answers.push(answer.promise);
  const page = noun.hold('inbox');
  await clock.advance(0);
  page.holds = 0;
  noun.loader.abort(page);
  answer.resolve(['first']);
  await clock.advance(0);
  expect(page).toMatchObject({ rows: null, loading: false, stale: true });
});
