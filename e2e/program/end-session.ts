import { SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import type { Page } from '@playwright/test';
import type { Program } from './start-program.ts';

/** Ends the page's session on the server, as if it had expired. */
export async function endSession(page: Page, { baseUrl }: Program): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === SESSION_COOKIE)?.value ?? '';
  await fetch(`${baseUrl}/api/v2/auth/logout`, { method: 'POST', headers: { [SESSION_HEADER]: token } });
}
