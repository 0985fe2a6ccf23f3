import { existsSync } from 'node:fs';

const INSTALLED = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The machine's own Firefox; Playwright's is a special build. */
export function findFirefox(): string | undefined {
  return INSTALLED.find((path) => existsSync(path));
}
