/**
 * Ends well when there is a Chromium: the shell of Debian's package, the machine's own, or the one that Playwright
 * brings.
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
