/** Installs Debian's Firefox where possible; elsewhere the Firefox journey is skipped and says so. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { findFirefox } from '@bocau/server/test-kit/firefox.ts';

if (!findFirefox() && userInfo().uid === 0 && existsSync('/usr/bin/apt-get')) {
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'firefox-esr']);
}

function run(program: string, args: string[]): void {
  console.error(`${program} ${args.join(' ')}`);
  spawnSync(program, args, { stdio: 'inherit' });
}
