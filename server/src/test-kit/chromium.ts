import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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

/** The machine's own Chromium; where it has none, Playwright takes the one that it downloaded. */
export function findChromium(): string | undefined {
  return INSTALLED.find((path) => existsSync(path));
}
