import { test as base, expect } from '@playwright/test';
import { lookAtEachStep } from './each-step.ts';
import { type LayoutShifts, watchLayoutShifts } from './layout-shifts.ts';
import { listenToNoise, type Noise } from './noise.ts';
import { expectUsable } from './pages/expect-usable.ts';
import type { Language } from './pages/words.ts';
import type { Program } from './program/start-program.ts';
import { type Entered, openWorlds, SHARED, type World, type Worlds } from './program/worlds.ts';
import { shiftTime } from './shift-time.ts';
import { watchFocus } from './watch-focus.ts';

type ForTest = {
  world: World['name'];
  scanned: World['scanned'];
  named: World['named'];
  provided: World['provided'];
  office: World['office'];
  programs: World['programs'];
  pushed: World['pushed'];
  fed: World['fed'];
  reaching: World['reaching'];
  entered: Pick<Entered, 'program' | 'provider' | 'pushes' | 'feed' | 'outside'>;
  program: Program;
  provider: Entered['provider'];
  pushes: Entered['pushes'];
  feed: Entered['feed'];
  outside: Entered['outside'];
  language: Language;
  /** What went wrong in the browser or on the server; a test fails on everything it did not expect. */
  noise: Noise;
  /** Nothing may move without user input. */
  shifts: LayoutShifts;
  /** Turned off where the opened content is malicious or unbounded, and for print layouts. */
  steady: boolean;
  /** Everything on the final screen must be usable: see `expectUsable`. */
  usable: undefined;
};

const MOST_LAYOUT_SHIFT = 0.01;

type ForWorker = {
  worlds: Worlds;
  /** Everything on the screen between two steps must be usable: see `lookAtEachStep`. */
  eachStep: undefined;
};

export const test = base.extend<ForTest, ForWorker>({
  worlds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the parameters to find dependencies
    async ({}, use, { workerIndex }) => {
      const worlds = openWorlds(workerIndex);
      await use(worlds);
      await worlds.leaveAll();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  eachStep: [
    async ({ browser }, use) => {
      browser.on('context', lookAtEachStep);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  // Test-scoped, because a different value of a worker option would restart the worker and its browser.
  world: [SHARED, { option: true }],
  scanned: [false, { option: true }],
  named: [false, { option: true }],
  provided: [false, { option: true }],
  office: [false, { option: true }],
  programs: [false, { option: true }],
  pushed: [false, { option: true }],
  fed: [false, { option: true }],
  reaching: [false, { option: true }],
  entered: [
    async ({ worlds, world: name, scanned, named, provided, office, programs, pushed, fed, reaching }, use) =>
      use(await worlds.enter({ name, scanned, named, provided, office, programs, pushed, fed, reaching })),
    { timeout: 120_000 },
  ],
  program: async ({ entered }, use) => use(entered.program),
  provider: async ({ entered }, use) => use(entered.provider),
  pushes: async ({ entered }, use) => use(entered.pushes),
  feed: async ({ entered }, use) => use(entered.feed),
  outside: async ({ entered }, use) => use(entered.outside),
  language: ['vi', { option: true }],
  baseURL: async ({ program, named }, use) =>
    use(named ? `http://localhost:${program.httpPort}` : program.baseUrl),
  context: async ({ context }, use) => {
    await shiftTime(context);
    await watchFocus(context);
    await use(context);
  },
  noise: [
    async ({ context, program }, use) => {
      const noise = listenToNoise(context, program);
      await use(noise);
      expect(noise.heard(), 'what the browser and the server complained of').toEqual([]);
    },
    { auto: true },
  ],
  steady: [true, { option: true }],
  usable: [
    async ({ context }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) return;
      for (const page of context.pages()) {
        if (page.url().startsWith('http')) await expectUsable(page, `the end: ${page.url()}`);
      }
    },
    { auto: true },
  ],
  shifts: [
    async ({ context, steady }, use) => {
      const shifts = await watchLayoutShifts(context);
      await use(shifts);
      if (steady) expect(shifts.tooFar(MOST_LAYOUT_SHIFT), 'what moved by itself').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
