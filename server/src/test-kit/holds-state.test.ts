import { expect, test } from 'vitest';
import { holdsState } from './holds-state.ts';

test.each([
  ['a variable', 'let last = 0;'],
  ['a map that begins empty', 'const known = new Map<string, number>();'],
  ['an exported set', 'export const held = new Set();'],
  ['an empty object', 'const words: Record<string, string> = {};'],
  ['what a function made', 'const turns = createSemaphore<number>(1);'],
  ['an instance of a class', 'export const agent = new Agent({ keepAlive: true });'],
  ['what was waited for', 'const page = await readFile(path);'],
  ['a static member', 'export class Counter {\n  static count = 0;\n}'],
  ['a hook of the tests', 'afterEach(clean);'],
  ['an effect on some machines', "if (process.platform === 'linux') watch();"],
  ['a constant that is added to', 'const all = [1];\nfunction add(one: number) {\n  all.push(one);\n}'],
  ['a member that is assigned', 'const counts = { read: 0 };\nfunction count() {\n  counts.read += 1;\n}'],
])('%s is state', (_, text) => {
  expect(holdsState(text)).toBe(true);
});

test.each([
  [
    'imports and functions',
    "import { a } from './a.ts';\n\nexport function b() {\n  let c = a;\n  c += 1;\n  return c;\n}",
  ],
  [
    'constants',
    "const MOST = 5;\nconst NAMES = ['a', 'b'] as const;\nconst IDS = new Set(NAMES);\nconst WORD = /^a = b$/;",
  ],
  ['a function as a constant', 'const known = (map = new Map()) => {\n  map.set(1, 2);\n};'],
  [
    'what is keyed by objects',
    'const turnsOf = new WeakMap<object, number>();\nfunction turn(of: object) {\n  turnsOf.set(of, 1);\n}',
  ],
  ['a class', 'export class Failure extends Error {\n  static readonly NAME = 1;\n  count = 0;\n}'],
  ['types', 'export type Turn = { at: number };\ninterface Other {}'],
])('%s are none', (_, text) => {
  expect(holdsState(text)).toBe(false);
});
