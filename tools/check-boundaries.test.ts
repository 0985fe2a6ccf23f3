import { expect, test } from 'vitest';
import type { FeatureEdge } from './boundaries.ts';
import { checkBoundaries } from './check-boundaries.ts';

function faults(files: Record<string, string>, edges: FeatureEdge[] = []): string[] {
  return checkBoundaries(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    [
      { folder: 'server/src/features/', edges, mostEdges: 2 },
      { folder: 'web/src/features/', edges: [], mostEdges: 0 },
    ],
  );
}

const deliver = 'server/src/features/delivery/accept-message.ts';

test.each<[string, Record<string, string>]>([
  [
    'a feature reads platform and contract',
    {
      [deliver]: `import { sql } from '../../platform/db/database.ts';\nimport { LIMITS } from '@bocau/contract/limits.ts';\nimport { z } from 'zod';`,
    },
  ],
  ['a feature reads its own files', { [deliver]: `import { a } from './loops.ts';` }],
  [
    'a test puts parts together',
    {
      'server/src/features/delivery/delivery.test.ts': `import { start } from '../../test-kit/start-server.ts';\nimport { m } from '../messages/move.ts';`,
    },
  ],
  [
    'the program reads everything of the server',
    { 'server/src/context.ts': `import { a } from './features/threads/threads.routes.ts';` },
  ],
  [
    'the contract reads zod',
    { 'contract/src/threads.ts': `import { z } from 'zod';\nimport { id } from './fields.ts';` },
  ],
  [
    'the benchmarks read the test-kit by its package name',
    {
      'bench/src/main.ts': `import { world } from '@bocau/server/test-kit/world.ts';`,
    },
  ],
])('%s', (_title, files) => {
  expect(faults(files)).toEqual([]);
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    'platform knows no feature',
    { 'server/src/platform/jobs/run.ts': `import { a } from '../../features/threads/a.ts';` },
    /:1 may not import server\/src\/features\/threads\/a\.ts/,
  ],
  [
    'the contract takes no package but zod',
    { 'contract/src/a.ts': `import { readFile } from 'node:fs';` },
    /may not import 'node:fs'/,
  ],
  [
    'the contract does not know the server',
    { 'contract/src/a.ts': `import type { A } from '@bocau/server/test-kit/a.ts';` },
    /may not import server\/src\/test-kit\/a\.ts/,
  ],
  [
    'the benchmarks do not reach into the server',
    { 'bench/src/a.ts': `import { a } from '../../server/src/app.ts';` },
    /another workspace/,
  ],
  [
    'the benchmarks read nothing of the server but its test-kit',
    { 'bench/src/a.ts': `import { a } from '@bocau/server/app.ts';` },
    /may not import server\/src\/app\.ts/,
  ],
  [
    'the product does not lean on the test-kit',
    { [deliver]: `import { a } from '../../test-kit/trap.ts';` },
    /test-kit/,
  ],
  ['an import names the whole file', { [deliver]: `import { a } from './loops';` }, /without its extension/],
  [
    'a dynamic import counts',
    { 'server/src/platform/a.ts': `async function f() {\n  return import('../features/x/y.ts');\n}` },
    /a\.ts:2 may not/,
  ],
  [
    'a worker counts',
    { 'server/src/platform/a.ts': `new Worker(new URL('../features/x/y.ts', import.meta.url));` },
    /may not/,
  ],
  [
    'a passed on export counts',
    { 'server/src/platform/a.ts': `export { y } from '../features/x/y.ts';` },
    /may not/,
  ],
  [
    'a statement over several lines counts',
    { 'server/src/platform/a.ts': `import {\n  a,\n  type B,\n} from '../features/x/y.ts';` },
    /a\.ts:1 may not/,
  ],
  ['a file outside of every zone is seen', { 'stray/a.ts': '' }, /no zone/],
])('%s', (_title, files, expected) => {
  expect(faults(files)).toEqual([expect.stringMatching(expected)]);
});

test('a feature reads another one only through a listed file, and the complaint holds the line to add', () => {
  const files = { [deliver]: `import { file } from '../messages/file-messages.ts';` };
  const line = { from: 'delivery', to: 'messages/file-messages.ts' };
  expect(faults(files)).toEqual([
    expect.stringContaining(`{ from: 'delivery', to: 'messages/file-messages.ts' },`),
  ]);
  expect(faults(files, [line])).toEqual([]);
});

test('an edge that no import uses is a fault', () => {
  expect(faults({}, [{ from: 'delivery', to: 'messages/file-messages.ts' }])).toEqual([
    expect.stringContaining('used by no import'),
  ]);
});

test('an edge from everywhere opens a file to each feature', () => {
  const files = {
    [deliver]: `import { file } from '../messages/file-messages.ts';`,
    'server/src/features/threads/a.ts': `import { file } from '../messages/file-messages.ts';`,
  };
  expect(faults(files)).toHaveLength(2);
  expect(faults(files, [{ from: '*', to: 'messages/file-messages.ts' }])).toEqual([]);
});

test('routes and stores stay inside their feature, listed or not', () => {
  const files = { [deliver]: `import { rows } from '../messages/messages.store.ts';` };
  const inside = expect.stringContaining('stay inside their feature');
  expect(faults(files)).toEqual([inside]);
  expect(faults(files, [{ from: 'delivery', to: 'messages/messages.store.ts' }])).toEqual([inside, inside]);
});

test('a cycle is named file by file, types included', () => {
  const files = {
    'server/src/config/a.ts': `import { b } from './b.ts';`,
    'server/src/config/b.ts': `import { c } from './c.ts';`,
    'server/src/config/c.ts': `import type { A } from './a.ts';`,
  };
  expect(faults(files)).toEqual([
    'import cycle: server/src/config/a.ts → server/src/config/b.ts → server/src/config/c.ts → server/src/config/a.ts',
  ]);
});

test('features that read each other in a circle are named, though no file does', () => {
  const files = {
    'server/src/features/a/one.ts': `import { b } from '../b/one.ts';`,
    'server/src/features/b/two.ts': `import { a } from '../a/two.ts';`,
  };
  const edges = [
    { from: 'a', to: 'b/one.ts' },
    { from: 'b', to: 'a/two.ts' },
  ];
  expect(faults(files, edges)).toEqual(['cycle of rooms in server/src/features/: a → b → a']);
});

test('rooms of the mail kernel read each other, stores too, but not in a circle, and never a feature', () => {
  const files = {
    'server/src/mail/messages/a.ts': `import { f } from '../folders/folders.store.ts';`,
    'server/src/mail/threads/b.ts': `import { f } from '../folders/folders.store.ts';`,
  };
  expect(faults(files)).toEqual([]);
  const circle = { 'server/src/mail/folders/c.ts': `import { a } from '../messages/a.ts';` };
  expect(faults({ ...files, ...circle })).toEqual([
    'cycle of rooms in server/src/mail/: messages → folders → messages',
  ]);
  const upwards = { 'server/src/mail/folders/c.ts': `import { a } from '../../features/a/b.ts';` };
  expect(faults(upwards)).toEqual([expect.stringContaining('may not import server/src/features/a/b.ts')]);
});

test('a feature reads the stores of the mail kernel', () => {
  expect(faults({ [deliver]: `import { f } from '../../mail/folders/folders.store.ts';` })).toEqual([]);
});

test('more edges than are wanted are a fault', () => {
  const files = {
    'server/src/features/a/a.ts': ['b', 'c', 'd'].map((f) => `import { x } from '../${f}/x.ts';`).join('\n'),
  };
  const edges = ['b', 'c', 'd'].map((feature) => ({ from: 'a', to: `${feature}/x.ts` }));
  expect(faults(files, edges)).toEqual([expect.stringContaining('lists 3 edges for server/src/features/')]);
});

test('imports in comments do not count', () => {
  const files = {
    'contract/src/a.ts': `/*\nimport { a } from 'fs';\n*/\n// import('fs')\nexport const url = 'https://a.vn'; // import('fs')`,
  };
  expect(faults(files)).toEqual([]);
});
