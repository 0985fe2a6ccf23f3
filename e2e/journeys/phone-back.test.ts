import { haPham } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { PHONE } from '../pages/screen-sizes.ts';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

test('LY-8 LY-14 TL-24 going back closes what lies over the page, one thing at a time, and never changes what is under it', async ({
  page,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const compose = composePage(page, language);
  const { say, rows, sidebar, thread } = mailbox;
  await mailbox.enter('/folder/Sent');
  await mailbox.goTo(say('inbox'));
  await expect(page).toHaveURL(/\/folder\/INBOX$/);
  const inbox = page.url();
  const back = () => page.evaluate(() => window.history.back());
  const question = page.locator('[role="dialog"]:not([data-compose])');

  await test.step('the drawer, which the folder that is shown closes too', async () => {
    await mailbox.showFolders();
    await back();
    await expect(sidebar).toBeHidden();
    await mailbox.goTo(say('inbox'));
    await expect(page).toHaveURL(inbox);
  });

  await test.step('the search', async () => {
    await page.getByRole('button', { name: say('search') }).tap();
    await expect(mailbox.search).toBeFocused();
    await back();
    await expect(mailbox.search).toBeHidden();
  });

  await test.step('what is picked, after the dialog over it', async () => {
    await mailbox.pick(rows.first());
    await mailbox.act(say('move'));
    await expect(page.getByRole('combobox', { name: say('findFolder') })).toBeVisible();
    await back();
    await expect(page.getByRole('combobox', { name: say('findFolder') })).toBeHidden();
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
    await back();
    await expect(rows.first()).toHaveAttribute('aria-selected', 'false');
    await expect(page).toHaveURL(inbox);
  });

  await test.step('a message that was opened beside what is picked, with the header above it', async () => {
    const header = page.getByRole('banner').getByRole('button').first();
    await mailbox.pick(rows.first());
    await expect(header).toBeHidden();
    await rows.nth(1).getByRole('link').tap();
    await expect(thread.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(header).toBeVisible();
    await back();
    await expect(thread).toBeHidden();
    await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
    await back();
    await expect(rows.first()).toHaveAttribute('aria-selected', 'false');
    await expect(page).toHaveURL(inbox);
  });

  await test.step('the window of a new message, also after the page was loaded again', async () => {
    const form = await compose.openNew();
    await form.write({ to: haPham.email, subject: 'Còn đang viết' });
    await form.form.getByRole('button', { name: say('otherWays') }).tap();
    await page.getByRole('menuitem', { name: say('schedule') }).tap();
    await expect(question).toBeVisible();
    await back();
    await expect(question).toBeHidden();
    await expect(form.subject).toBeVisible();
    await expect(form.saved).toBeVisible();
    await page.reload();
    await expect(form.subject).toBeVisible();
    await back();
    await expect(form.subject).toBeHidden();
    await expect(page).toHaveURL(inbox);
    await expect(rows.first()).toBeVisible();
    await compose.windows
      .first()
      .getByRole('button', { name: say('saveAndClose') })
      .tap();
    await expect(compose.windows).toHaveCount(0);
  });

  await test.step('the menu in a conversation, then the conversation', async () => {
    await mailbox.open(rows.first());
    await thread
      .getByRole('button', { name: say('messageMenu') })
      .first()
      .tap();
    await expect(page.getByRole('menu')).toBeVisible();
    await back();
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(thread).toBeVisible();
    await back();
    await expect(thread).toBeHidden();
    await expect(page).toHaveURL(inbox);
  });

  await test.step('with nothing over the page: the page before', async () => {
    await back();
    await expect(page).toHaveURL(/\/folder\/Sent$/);
  });
});
