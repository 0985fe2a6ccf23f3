import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { installedAsLocked } from './installed-as-locked.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A temporary project that contains the launcher and a server with the given code. */
function project(mainCode: string): string {
  const root = mkdtempSync(join(tmpdir(), 'launcher-'));
  folders.push(root);
  for (const file of ['run.mjs', 'installed-as-locked.mjs']) {
    cpSync(join(import.meta.dirname, file), join(root, 'tools', file));
  }
  write(root, 'package.json', '{ "type": "module" }');
  write(root, 'server/src/main.ts', mainCode);
  write(root, 'server/node-flags.json', '[]');
  write(root, 'server/process-env.json', '{ "MALLOC_ARENA_MAX": "2" }');
  write(root, 'tools/build-web.ts', '');
  write(root, 'package-lock.json', lock({ 'node_modules/a': { version: '1.0.0' } }));
  write(root, 'node_modules/.package-lock.json', lock({ 'node_modules/a': { version: '1.0.0' } }));
  mkdirSync(join(root, 'node_modules/.bin'));
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
  return root;
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function lock(packages: Record<string, object>): string {
  return JSON.stringify({ packages });
}

function launch(root: string, ...args: string[]): ChildProcess {
  return launchIn(process.env, root, ...args);
}

function launchIn(env: NodeJS.ProcessEnv, root: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, ['tools/run.mjs', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

test('the server starts with its memory settings, unless the caller has others', async () => {
  const root = project('console.log("arenas " + process.env.MALLOC_ARENA_MAX)');
  expect((await end(launch(root, 'start'))).output).toContain('arenas 2\n');
  const others = { ...process.env, MALLOC_ARENA_MAX: '8' };
  expect((await end(launchIn(others, root, 'start'))).output).toContain('arenas 8\n');
});

test('the launcher hands over the arguments and gives back the exit code', async () => {
  const root = project(`console.log(process.argv.slice(2).join('|')); process.exitCode = 7;`);
  expect(await end(launch(root, 'start', 'a b', '--c'))).toEqual({ code: 7, output: 'a b|--c\n' });
});

test('a signal that comes twice reaches the program once, and the launcher waits for its end', async () => {
  const root = project(`
    let count = 0;
    process.on('SIGTERM', () => { count += 1; console.log('stopping', count); setTimeout(() => process.exit(0), 200); });
    setInterval(() => {}, 1000);
    console.log('up');
  `);
  const child = launch(root, 'start');
  const ended = end(child);
  if (child.stdout) await once(child.stdout, 'data');
  child.kill('SIGTERM');
  if (child.stdout) await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, output: 'up\nstopping 1\n' });
});

test('a program that a signal ends gives the code that a shell would give', async () => {
  const root = project(`process.kill(process.pid, 'SIGKILL');`);
  expect(await end(launch(root, 'start'))).toMatchObject({ code: 137 });
});

test('an unknown command is one line that names the known ones', async () => {
  const { code, output } = await end(launch(project(''), 'stop'));
  expect(code).toBe(1);
  expect(output).toMatch(/^Unknown command "stop"; known are: start, .*\n$/);
});

test.each<[string, Record<string, object>, boolean]>([
  ['as locked', { 'node_modules/a': { version: '1.0.0' } }, true],
  ['in another version', { 'node_modules/a': { version: '1.0.1' } }, false],
  ['not at all', {}, false],
])('what is installed %s is recognised', (_title, installed, expected) => {
  const root = project('');
  write(root, 'node_modules/.package-lock.json', lock(installed));
  expect(installedAsLocked(root)).toBe(expected);
});

test('a package for another platform need not be installed', () => {
  const root = project('');
  write(
    root,
    'package-lock.json',
    lock({
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/mac': { version: '1.0.0', optional: true },
    }),
  );
  expect(installedAsLocked(root)).toBe(true);
});

test('an installation that never came to its end counts as none', () => {
  const root = project('');
  rmSync(join(root, 'node_modules/.package-lock.json'));
  expect(installedAsLocked(root)).toBe(false);
});
