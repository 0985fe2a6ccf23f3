import { COOKIE_HEADER, SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import type { Page } from '@playwright/test';
import type { Program } from './start-program.ts';

/** Ends the page's session on the server, as if it had expired. */
export async function endSession(page: Page, { baseUrl }: Program): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === SESSION_COOKIE)?.value ?? '';
  await fetch(`${baseUrl}/api/v2/auth/logout`, { method: 'POST', headers: { [SESSION_HEADER]: token } });
}

/** Leaves the page before the session ends: what it was still asking for would be refused. */
export async function leaveAndSignOut(page: Page): Promise<void> {
  await page.goto('about:blank');
  const headers = { [COOKIE_HEADER.name]: COOKIE_HEADER.value };
  await page.request.post('/api/v2/auth/logout', { headers });
}
