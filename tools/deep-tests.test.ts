import { expect, test } from 'vitest';
import { deepTestsOf, reachedPrograms } from './deep-tests.ts';

const KILLS = 'server/src/fault-tests/kills.test.ts';
const SWAKS = 'server/src/interop/swaks.test.ts';

const files = [
  { path: KILLS, text: "import { kill } from './kill.ts';" },
  {
    path: 'server/src/fault-tests/kill.ts',
    text: "import type { Folder } from '@bocau/contract/folders.ts';",
  },
  { path: SWAKS, text: "import { test } from 'vitest';" },
  { path: 'server/src/main.ts', text: "import { start } from './start.ts';" },
  { path: 'server/src/start.ts', text: "new Worker(new URL('./read.ts', import.meta.url));" },
  { path: 'server/src/read.ts', text: '' },
  { path: 'server/src/start.test.ts', text: "import { start } from './start.ts';" },
  { path: 'contract/src/folders.ts', text: 'export type Folder = string;' },
  { path: 'web/src/main.tsx', text: "import type { Folder } from '@bocau/contract/folders.ts';" },
  { path: 'server/src/migrations/001-mail.sql', text: '' },
];

const reachedBy = (...changed: string[]) => reachedPrograms([KILLS, SWAKS], changed, files);

test('deep tests are those of kills and of programs that are not ours', () => {
  expect(deepTestsOf(files)).toEqual([KILLS, SWAKS]);
});

test('a deep test is reached by what it imports, and by itself', () => {
  expect(reachedBy('contract/src/folders.ts')).toEqual([KILLS]);
  expect(reachedBy('server/src/fault-tests/kill.ts')).toEqual([KILLS]);
  expect(reachedBy(SWAKS)).toEqual([SWAKS]);
});

test('all are reached by what the program that they start imports or runs as a worker', () => {
  expect(reachedBy('server/src/start.ts')).toEqual([KILLS, SWAKS]);
  expect(reachedBy('server/src/read.ts')).toEqual([KILLS, SWAKS]);
});

test('all are reached by what is read by its path, and by code that is gone', () => {
  expect(reachedBy('server/src/migrations/001-mail.sql')).toEqual([KILLS, SWAKS]);
  expect(reachedBy('package-lock.json')).toEqual([KILLS, SWAKS]);
  expect(reachedBy('server/src/gone.ts')).toEqual([KILLS, SWAKS]);
});

test('none is reached by other tests, the web client and documents', () => {
  expect(reachedBy('server/src/start.test.ts', 'web/src/main.tsx', 'docs/deploy.md', 'README.md')).toEqual(
    [],
  );
});
