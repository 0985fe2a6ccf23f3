import { COOKIE_HEADER, login } from '@bocau/contract/session.ts';
import { saveSettings } from '@bocau/contract/settings.ts';
import type { Person } from '@bocau/server/demo-world/people.ts';
import { expect, type Page } from '@playwright/test';
import type { Language } from './words.ts';

const headers = { [COOKIE_HEADER.name]: COOKIE_HEADER.value };

/**
 * Does what the sign-in page would have done: sets the session cookies, and the language both in the mailbox
 * and on the device.
 */
export async function beginSession(
  page: Page,
  language: Language,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  const begun = await page.request.post(login.path, { headers, data: { email, password } });
  expect(begun.status(), 'signs in').toBe(200);
  const saved = await page.request.post(saveSettings.path, {
    headers,
    data: [{ key: 'language', value: language }],
  });
  expect(saved.status(), 'chooses the language').toBe(200);
  await page.addInitScript((chosen) => {
    if (window === window.top && location.protocol.startsWith('http'))
      localStorage['bocau.language'] ??= chosen;
  }, language);
}
