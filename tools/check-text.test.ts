import { expect, test } from 'vitest';
import { checkText } from './check-text.ts';

function faults(path: string, text: string): string[] {
  return checkText([{ path, text }]);
}

const feature = 'server/src/features/threads/move-threads.ts';

test.each([
  ['the environment', 'const port = process.env.PORT;', 'environment'],
  ['the clock of the machine', 'const now = Date.now();', 'time'],
  ['a date of now', 'const now = new Date();', 'time'],
  ['a timer', 'setTimeout(run, 5);', 'timers'],
  ['a timer of the global object', 'globalThis.setInterval(run, 5);', 'timers'],
  ['timers of node', `import { setTimeout as sleep } from 'node:timers/promises';`, 'timers'],
  ['open work without a number', '// TODO later', 'open work without a number'],
  ['a path of one machine', `const file = '/work/x';`, 'path of one machine'],
  ['the address of a registry', `const url = 'https://registry.example.vn/zod';`, 'address of a registry'],
])('%s is found', (_title, text, rule) => {
  expect(faults(feature, `\n${text}\n`)).toEqual([expect.stringContaining(`${feature}:2 ${rule}: `)]);
});

test.each([
  ['a given date', 'const then = new Date(seconds * 1000);'],
  ['the idle limit of a socket', 'socket.setTimeout(30_000);'],
  ['what a comment says of time', '// never Date.now() here'],
  ['open work with a number', '// @TODO #12 say it in English too'],
  ['a path of an address', `const url = 'https://a.vn/work/x';`],
])('%s is left alone', (_title, text) => {
  expect(faults(feature, text)).toEqual([]);
});

test('a listed exception is left alone, and only there', () => {
  expect(faults('server/src/platform/clock.ts', 'Date.now();')).toEqual([]);
  expect(faults('server/src/platform/clock.ts', 'process.env.TZ;')).toHaveLength(1);
});

test('texts are searched too, comments of theirs included', () => {
  expect(faults('docs/deploy.md', 'Clone it to /work/mail.')).toHaveLength(1);
});
