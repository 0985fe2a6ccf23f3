import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';

const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without windows: journeys take a sixth less of a processor in it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** What a Chromium under test needs: nothing of its own to talk to, and no sandbox where only root is. */
export const CHROMIUM_FLAGS: string[] = [
  ...(userInfo().uid === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The machine's own Chromium, as people have it; where it has none, Playwright takes the one that it downloaded. */
export function findChromium(): string | undefined {
  return [...WHOLE, HEADLESS_SHELL].find((path) => existsSync(path));
}

/** What the tests of every change run in. */
export function findLeanChromium(): string | undefined {
  return [HEADLESS_SHELL, ...WHOLE].find((path) => existsSync(path));
}

export function hasHeadlessShell(): boolean {
  return existsSync(HEADLESS_SHELL);
}
