import { lanAnh } from '@bocau/server/demo-world/people.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { keptOnDevice } from '../pages/kept-on-device.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';

test.use({ world: 'signed-out-elsewhere' });

test('RT-12 who signs out in one tab leaves no mailbox in another, where a saved message is open', async ({
  page,
  context,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket/);
  const { other, mailbox } = await twoTabs(page, await context.newPage(), language);
  const message = await composePage(other, language).openNew();
  await message.write({ subject: 'Đã lưu' });
  await expect(message.saved).toBeVisible();
  await signOut(page, mailbox.say);
  await expect(other).toHaveURL(/\/login/);
  expect((await keptOnDevice(other)).filter((key) => key.startsWith('unsent '))).toEqual([]);
});

test('RT-12 of a mailbox whose session has ended nothing is seen but the message that is written', async ({
  page,
  context,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket|ERR_FAILED|Failed to load resource/);
  const { other, mailbox } = await twoTabs(page, await context.newPage(), language);
  const message = await composePage(other, language).openNew();
  await other.route(/\/api\/v2\/(draft|message)/, (route) => route.abort());
  await message.write({ body: 'Chưa lưu' });
  await signOut(page, mailbox.say);
  await expect(other.getByText(mailbox.say('sessionEnded'))).toBeVisible();
  await expect(message.body).toBeVisible();
  await expect(message.body).toContainText('Chưa lưu');
  await expect(mailbox.rows.first()).toBeHidden();
  await expect(other.getByRole('navigation')).toHaveCount(0);
});

async function twoTabs(page: Page, other: Page, language: 'vi' | 'en') {
  await mailboxPage(page, language).enter();
  await other.goto('/folder/INBOX');
  const mailbox = mailboxPage(other, language);
  await expect(mailbox.rows.first()).toBeVisible();
  return { other, mailbox };
}

async function signOut(page: Page, say: ReturnType<typeof mailboxPage>['say']): Promise<void> {
  await page.getByRole('button', { name: lanAnh.name }).first().click();
  await page.getByRole('menuitem', { name: say('signOut') }).click();
}
