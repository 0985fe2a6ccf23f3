import { freePort } from '@bocau/server/test-kit/free-port.ts';
import { test as base, expect } from '@playwright/test';
import { type LayoutShifts, watchLayoutShifts } from './layout-shifts.ts';
import { listenToNoise, type Noise } from './noise.ts';
import type { Language } from './pages/words.ts';
import { type Program, startProgram } from './program/start-program.ts';
import { startScanner } from './program/start-scanner.ts';
import { shiftTime } from './shift-time.ts';

type ForTest = {
  language: Language;
  /** What went wrong in the browser or the server; a test fails on all that it did not expect. */
  noise: Noise;
  /** Nothing moves under the eyes of who did nothing. */
  shifts: LayoutShifts;
  /** Off where what is opened is made to do harm or has no end, and where a page is drawn for paper. */
  steady: boolean;
};

const MOST_LAYOUT_SHIFT = 0.01;

type ForWorker = {
  /** Tests of the same world share a program; another name starts a fresh one. */
  world: string;
  /** Files are scanned. */
  scanned: boolean;
  /** The page is reached by a name, as passkeys ask for. */
  named: boolean;
  program: Program;
};

export const test = base.extend<ForTest, ForWorker>({
  world: ['shared', { option: true, scope: 'worker' }],
  scanned: [false, { option: true, scope: 'worker' }],
  named: [false, { option: true, scope: 'worker' }],
  program: [
    async ({ world, scanned, named }, use, { workerIndex }) => {
      const scanner = scanned ? await startScanner() : null;
      const port = named ? await freePort() : null;
      const program = await startProgram(`${world}-${workerIndex}`, {
        ...(scanner ? { CLAMD: scanner.address } : {}),
        ...(port === null ? {} : { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }),
      });
      await use(program);
      await program.remove();
      await scanner?.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  language: ['vi', { option: true }],
  baseURL: async ({ program, named }, use) =>
    use(named ? `http://localhost:${program.httpPort}` : program.baseUrl),
  context: async ({ context }, use) => {
    await shiftTime(context);
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
