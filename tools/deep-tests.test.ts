import { describe, expect, test } from 'vitest';
import { DEEP, deepTestsOf, reachedPrograms } from './deep-tests.ts';
import { readSourceFiles } from './source-files.ts';

const KILLS = 'server/src/fault-tests/kills.test.ts';
const PRINTING = 'e2e/journeys/deep/printing.test.ts';
const SWAKS = 'server/src/interop/swaks.test.ts';

const files = [
  { path: KILLS, text: "import { kill } from './kill.ts';" },
  {
    path: 'server/src/fault-tests/kill.ts',
    text: "import type { Folder } from '@bocau/contract/folders.ts';",
  },
  { path: PRINTING, text: "import { test } from '../../fixtures.ts';" },
  { path: 'e2e/journeys/search.test.ts', text: "import { test } from '../fixtures.ts';" },
  { path: 'e2e/fixtures.ts', text: '' },
  { path: SWAKS, text: "import { test } from 'vitest';" },
  { path: 'server/src/main.ts', text: "import { start } from './start.ts';" },
  { path: 'server/src/start.ts', text: "new Worker(new URL('./read.ts', import.meta.url));" },
  { path: 'server/src/read.ts', text: '' },
  { path: 'server/src/start.test.ts', text: "import { start } from './start.ts';" },
  { path: 'vitest.config.ts', text: '' },
  { path: 'contract/src/folders.ts', text: 'export type Folder = string;' },
  { path: 'web/src/main.tsx', text: "import type { Folder } from '@bocau/contract/folders.ts';" },
  { path: 'server/src/migrations/001-mail.sql', text: '' },
];

const reachedBy = (...changed: string[]) => reachedPrograms([KILLS, PRINTING, SWAKS], changed, files);

test('deep tests are those of kills, of programs that are not ours, and journeys of their folder', () => {
  expect(deepTestsOf(files)).toEqual([KILLS, PRINTING, SWAKS]);
});

test('of a product what starts the program or draws screens is a deep test, and what is pure is not', () => {
  const text = "import { startTestServer } from '../../test-kit/start-server.ts';";
  const starting = ['server/src/features/imap/fetch.test.ts', 'server/src/calendar/moves.test.ts'];
  const drawing = 'web/src/features/drive/drive-screen.test.tsx';
  const others = ['server/src/features/threads/threads.test.ts', 'web/src/features/search/box.test.tsx'];
  const given = [
    ...[...starting, ...others].map((path) => ({ path, text })),
    ...[drawing, 'server/src/features/imap/parse.test.ts', 'web/src/model/drive/names.test.ts'].map(
      (path) => ({
        path,
        text: "import { expect } from 'vitest';",
      }),
    ),
    { path: 'server/src/features/imap/start.ts', text },
  ];
  expect(deepTestsOf(given)).toEqual([...starting, drawing]);
});

test('every entry of the list names tests that are there', async () => {
  const tests = deepTestsOf(await readSourceFiles('.'));
  expect(DEEP.filter((entry) => !tests.some((path) => path.startsWith(entry)))).toEqual([]);
});

test('a deep test is reached by what it imports, and by itself', () => {
  expect(reachedBy('contract/src/folders.ts')).toEqual([KILLS]);
  expect(reachedBy('server/src/fault-tests/kill.ts')).toEqual([KILLS]);
  expect(reachedBy(SWAKS)).toEqual([SWAKS]);
});

test('all are reached by what the program that they start imports or runs as a worker', () => {
  expect(reachedBy('server/src/start.ts')).toEqual([KILLS, PRINTING, SWAKS]);
  expect(reachedBy('server/src/read.ts')).toEqual([KILLS, PRINTING, SWAKS]);
});

test('all are reached by what Vitest is told', () => {
  expect(reachedBy('vitest.config.ts')).toEqual([KILLS, PRINTING, SWAKS]);
});

test('all are reached by what is read by its path, and by code that is gone', () => {
  expect(reachedBy('server/src/migrations/001-mail.sql')).toEqual([KILLS, PRINTING, SWAKS]);
  expect(reachedBy('package-lock.json')).toEqual([KILLS, PRINTING, SWAKS]);
  expect(reachedBy('server/src/gone.ts')).toEqual([KILLS, PRINTING, SWAKS]);
});

test('a journey is reached by the whole client, and by what journeys share', () => {
  expect(reachedBy('web/src/main.tsx')).toEqual([PRINTING]);
  expect(reachedBy('web/src/ui/tokens.css')).toEqual([PRINTING]);
  expect(reachedBy('e2e/fixtures.ts')).toEqual([PRINTING]);
  expect(reachedBy('e2e/program/gone.ts')).toEqual([PRINTING]);
  expect(reachedBy(PRINTING)).toEqual([PRINTING]);
});

describe('a test of one product', () => {
  const LISTS = 'e2e/journeys/deep/calendar-lists.test.ts';
  const SHARES = 'server/src/features/drive-shares/shares.test.ts';
  const whole = [
    ...files,
    { path: LISTS, text: "import { test } from '../../fixtures.ts';" },
    { path: SHARES, text: "import { start } from '../../app.ts';" },
    {
      path: 'server/src/app.ts',
      text: "import './features/calendar/calendar.routes.ts';\nimport './features/drive-shares/shares.routes.ts';",
    },
    {
      path: 'server/src/features/calendar/calendar.routes.ts',
      text: "import { colors } from '../colors/colors.ts';",
    },
    {
      path: 'server/src/features/drive-shares/shares.routes.ts',
      text: "import { cards } from '../../contacts/cards.ts';",
    },
    { path: 'server/src/features/colors/colors.ts', text: '' },
    { path: 'server/src/contacts/cards.ts', text: '' },
    { path: 'web/src/features/drive/drive.tsx', text: '' },
    { path: 'web/src/features/calendar/calendar.tsx', text: '' },
  ];
  const reached = (...changed: string[]) => reachedPrograms([LISTS, SHARES, PRINTING], changed, whole);

  test('is reached by its product on both sides, and by what that imports', () => {
    expect(reached('server/src/features/calendar/calendar.routes.ts')).toEqual([LISTS]);
    expect(reached('web/src/features/calendar/calendar.tsx')).toEqual([LISTS, PRINTING]);
    expect(reached('server/src/contacts/cards.ts')).toEqual([SHARES]);
  });

  test('is reached by the ground, whatever the program puts together', () => {
    expect(reached('server/src/app.ts')).toEqual([SHARES]);
    expect(reached('server/src/main.ts')).toEqual([LISTS, SHARES, PRINTING]);
    expect(reached('server/src/migrations/001-mail.sql')).toEqual([LISTS, SHARES, PRINTING]);
    expect(reached('web/src/main.tsx')).toEqual([LISTS, PRINTING]);
  });

  test('of screens is reached by what they import, and by no server', () => {
    const screens = 'web/src/features/drive/drive.test.tsx';
    const drawn = [...whole, { path: screens, text: "import { Drive } from './drive.tsx';" }];
    const reaching = (path: string) => reachedPrograms([screens], [path], drawn);
    for (const path of ['web/src/features/drive/drive.tsx', 'package-lock.json'])
      expect(reaching(path)).toEqual([screens]);
    for (const path of ['server/src/main.ts', 'server/src/migrations/001-mail.sql', 'web/src/main.tsx'])
      expect(reaching(path)).toEqual([]);
  });

  test('is not reached by another product that the program puts together with it', () => {
    expect(reached('web/src/features/drive/drive.tsx')).toEqual([PRINTING]);
    expect(reached('web/src/features/drive/drive.css')).toEqual([PRINTING]);
    expect(reached('server/src/features/contacts/gone.ts')).toEqual([PRINTING]);
  });
});

test('none is reached by other tests and documents', () => {
  expect(
    reachedBy(
      'server/src/start.test.ts',
      'web/src/list.test.tsx',
      'e2e/journeys/search.test.ts',
      'docs/deploy.md',
      'README.md',
    ),
  ).toEqual([]);
});
