import { ApiError } from '@bocau/contract/client.ts';
import { type ChosenSettings, DEFAULT_SETTINGS, type Setting } from '@bocau/contract/settings.ts';
import { test as base, expect } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import { createSettingsModel } from './settings-model.ts';

const ANSWER_MS = 10;
const HOUR_MS = 3_600_000;

/** Settings on a server that answers after a delay, or fails with the errors queued in `failures`. */
const test = base
  .extend('clock', () => createManualClock())
  .extend('cached', (): { settings: ChosenSettings } => ({
    settings: { ...DEFAULT_SETTINGS, item_per_page: 25 },
  }))
  .extend('server', ({ clock }) => {
    const server = {
      settings: { ...DEFAULT_SETTINGS } as ChosenSettings,
      failures: [] as ApiError[],
      calls: [] as string[],
      async answer(call: string, act: () => void) {
        server.calls.push(call);
        const failure = server.failures.shift();
        if (!failure) act();
        const data = Object.entries(server.settings).map(([key, value]) => ({ key, value }) as Setting);
        await new Promise<void>((resolve) => void clock.after(ANSWER_MS, resolve));
        if (failure) throw failure;
        return { data, meta: undefined };
      },
    };
    return server;
  })
  .extend('model', ({ clock, cached, server }) =>
    createSettingsModel({
      clock,
      api: {
        getSettings: () => server.answer('get', () => undefined),
        saveSettings: ({ body }) =>
          server.answer('save', () => {
            for (const { key, value } of body) server.settings = { ...server.settings, [key]: value };
          }),
      },
      cache: {
        read: () => cached.settings,
        write(settings) {
          cached.settings = settings;
        },
      },
    }),
  );

const UNREACHABLE = new ApiError(0, 'no_answer', 'No answer');

test('ST-2 until the server has answered, the settings are as this device last knew them', async ({
  model,
  clock,
  cached,
}) => {
  expect(model.settings().item_per_page).toBe(25);
  expect(model.known().settings).toBeNull();
  model.load();
  await clock.advance(ANSWER_MS);
  expect(model.settings().item_per_page).toBe(50);
  expect(model.known()).toEqual({ settings: DEFAULT_SETTINGS, failed: false });
  expect(cached.settings.item_per_page).toBe(50);
});

test('settings are loaded once, and again after an hour', async ({ model, clock, server }) => {
  model.load();
  model.load();
  await clock.advance(ANSWER_MS);
  model.load();
  expect(server.calls).toEqual(['get']);
  await clock.advance(HOUR_MS);
  model.load();
  expect(server.calls).toEqual(['get', 'get']);
});

test('one lost request is repeated silently, the second is told, and both are retried', async ({
  model,
  clock,
  server,
}) => {
  server.failures.push(UNREACHABLE, UNREACHABLE);
  model.load();
  await clock.advance(ANSWER_MS);
  expect(model.known().failed).toBe(false);
  await clock.advance(1_000 + ANSWER_MS);
  expect(model.known()).toEqual({ settings: null, failed: true });
  await clock.advance(2_000 + ANSWER_MS);
  expect(model.known()).toEqual({ settings: DEFAULT_SETTINGS, failed: false });
});

test('what the server refuses to say is told at once, and loaded when it is asked for again', async ({
  model,
  clock,
  server,
}) => {
  server.failures.push(new ApiError(403, 'forbidden', 'Forbidden'));
  model.load();
  await clock.advance(ANSWER_MS + HOUR_MS);
  expect(model.known().failed).toBe(true);
  expect(server.calls).toEqual(['get']);
  model.retry();
  await clock.advance(ANSWER_MS);
  expect(model.known().failed).toBe(false);
});

test('a change shows at once, and holds on this device even when it can not be saved', async ({
  model,
  clock,
  cached,
  server,
}) => {
  server.failures.push(UNREACHABLE);
  model.change({ appearance: 'dark' });
  expect(model.settings().appearance).toBe('dark');
  await clock.advance(ANSWER_MS);
  expect(model.settings().appearance).toBe('dark');
  expect(cached.settings.appearance).toBe('dark');
});

test('an answer that began before a change does not take it back', async ({ model, clock }) => {
  model.load();
  model.change({ appearance: 'dark' });
  const shown: string[] = [];
  model.subscribe(() => shown.push(model.settings().appearance));
  await clock.advance(ANSWER_MS * 3);
  expect(new Set(shown)).toEqual(new Set(['dark']));
});

test('of two saves only the answer of the last one shows', async ({ model, clock, server }) => {
  model.change({ item_per_page: 10 });
  model.change({ item_per_page: 100 });
  const shown: number[] = [];
  model.subscribe(() => shown.push(model.settings().item_per_page));
  await clock.advance(ANSWER_MS * 3);
  expect(shown).toEqual([100]);
  expect(server.settings.item_per_page).toBe(100);
});

test('a refused save says so and leaves the settings as they were', async ({ model, clock, server }) => {
  model.load();
  await clock.advance(ANSWER_MS);
  server.failures.push(new ApiError(400, 'invalid_input', 'Refused'));
  const refused = expect(model.save({ item_per_page: 10 })).rejects.toThrow('Refused');
  await clock.advance(ANSWER_MS);
  await refused;
  expect(model.settings().item_per_page).toBe(50);
});

test('what was changed elsewhere is loaded, unless a save that began since answers anyway', async ({
  model,
  clock,
  server,
}) => {
  server.settings = { ...server.settings, appearance: 'light' };
  void model.refresh();
  await clock.advance(ANSWER_MS);
  expect(model.settings().appearance).toBe('light');
  void model.refresh();
  model.change({ item_per_page: 10 });
  await clock.advance(ANSWER_MS * 3);
  expect(server.calls).toEqual(['get', 'save']);
});

test('answers to whoever was signed in before are dropped', async ({ model, clock }) => {
  model.load();
  void model.save({ item_per_page: 10 });
  model.forget();
  await clock.advance(ANSWER_MS * 3);
  expect(model.settings().item_per_page).toBe(25);
  expect(model.known().settings).toBeNull();
});

test('the same settings stay the same object', async ({ model, clock }) => {
  model.load();
  await clock.advance(ANSWER_MS);
  const before = model.settings();
  void model.refresh();
  await clock.advance(ANSWER_MS);
  expect(model.settings()).toBe(before);
});

test('what a server of the previous release has no setting for is as usual', async ({
  clock,
  server,
  model,
}) => {
  const { swipe_left: _, ...older } = server.settings;
  server.settings = { ...older, item_per_page: 10 } as ChosenSettings;
  model.load();
  await clock.advance(ANSWER_MS);
  expect(model.settings()).toMatchObject({ item_per_page: 10, swipe_left: 'delete' });
});
