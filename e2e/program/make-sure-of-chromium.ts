/**
 * Makes sure that there is a Chromium: the headless shell of Debian's package, a system-wide one, or
 * Playwright's own. Exits with 1 if none can be installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { findChromium, hasHeadlessShell } from '@bocau/server/test-kit/chromium.ts';

const playwright = join(import.meta.dirname, '../../node_modules/playwright/cli.js');

if (
  !hasHeadlessShell() &&
  !installDebianPackage() &&
  !findChromium() &&
  !run(process.execPath, [playwright, 'install', 'chromium'])
) {
  console.error(
    'The browser tests need a Chromium, and none could be installed: apt-get install chromium-headless-shell',
  );
  process.exitCode = 1;
}

function installDebianPackage(): boolean {
  if (userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  return run('apt-get', ['update']) && run('apt-get', ['install', '-y', 'chromium-headless-shell']);
}

function run(program: string, args: string[]): boolean {
  console.error(`${program} ${args.join(' ')}`);
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0;
}
