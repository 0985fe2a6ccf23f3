import { existsSync } from 'node:fs';

const INSTALLED = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The machine's own Firefox; the one that Playwright would bring is built for it alone. */
export function findFirefox(): string | undefined {
  return INSTALLED.find((path) => existsSync(path));
}
