import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { findChromium } from './chromium.ts';

/** Answers whether there is a Chromium now: the machine's own, Debian's package, or the one that Playwright brings. */
export function makeSureOfChromium(): boolean {
  if (findChromium()) return true;
  const mayInstall = userInfo().uid === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall && run('apt-get', ['update']) && run('apt-get', ['install', '-y', 'chromium'])) return true;
  return run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium']);
}

function run(program: string, args: string[]): boolean {
  console.log(`${program} ${args.join(' ')}`);
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0;
}
