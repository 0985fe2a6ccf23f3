import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';

const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without windows: journeys take a sixth less of a processor in it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Flags for tests: no network connections of its own, and no sandbox when running as root. */
export const CHROMIUM_FLAGS: string[] = [
  ...(userInfo().uid === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The machine's own Chromium, as users have it; otherwise Playwright uses the one that it downloaded. */
export function findChromium(): string | undefined {
  return [...WHOLE, HEADLESS_SHELL].find((path) => existsSync(path));
}

/** The browser for the tests of every change. */
export function findLeanChromium(): string | undefined {
  return [HEADLESS_SHELL, ...WHOLE].find((path) => existsSync(path));
}

export function hasHeadlessShell(): boolean {
  return existsSync(HEADLESS_SHELL);
}
