import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { expect, test } from '../fixtures.ts';
import { fingerOn } from '../pages/finger.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { PHONE } from '../pages/screen-sizes.ts';
import { mailOf } from '../program/mail-of.ts';

test.use({
  world: 'touch',
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
});

test('OR-4 OR-5 OR-6 OR-14 a row is drawn to the right to mark it, to the left to delete it', async ({
  page,
  program,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const { say, rows, grid } = mailbox;
  const mail = await mailOf(program);
  const subject = 'Thư để vuốt';
  await mail.deliver(subject);
  const unread = await mail.unreadIn('INBOX');
  await mailbox.enter();
  const row = mailbox.row(subject);
  const finger = await fingerOn(page);

  await test.step('to the right: read, and unread again', async () => {
    await finger.swipe(row, 150);
    await expect.poll(() => mail.unreadIn('INBOX')).toBe(unread - 1);
    await finger.swipe(row, 150);
    await expect.poll(() => mail.unreadIn('INBOX')).toBe(unread);
  });

  await test.step('a short way does nothing, and does not open the conversation', async () => {
    const address = page.url();
    await finger.draw(row, { x: -60 });
    await expect(row).not.toHaveAttribute('data-swipe');
    await expect(row).toBeInViewport();
    expect(page.url()).toBe(address);
    expect(await mail.folderOf(subject)).toEqual(['INBOX']);
  });

  await test.step('to the left: into Trash, and back', async () => {
    await finger.draw(row, { x: -200 });
    await expect(row).toHaveCount(0);
    await expect(mailbox.notice).toContainText(say('movedToTrash'));
    await expect.poll(() => mail.folderOf(subject)).toEqual(['Trash']);
    await mailbox.undo();
    await expect(row).toBeVisible();
    await expect.poll(() => mail.folderOf(subject)).toEqual(['INBOX']);
  });

  await test.step('drawn down from its top, the list asks for what is new', async () => {
    const asked = page.waitForRequest((request) => request.url().includes('/threads'));
    await finger.draw(rows.nth(2), { y: 160 });
    await asked;
  });

  await test.step('held down it is picked, and not opened', async () => {
    await finger.hold(row, async () => expect(row).toHaveAttribute('aria-selected', 'true'));
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await expect(mailbox.thread).toBeHidden();
    await row.getByRole('checkbox').tap();
    await expect(row).toHaveAttribute('aria-selected', 'false');
  });

  await test.step('upwards the list scrolls, and no row is meant', async () => {
    await finger.draw(rows.nth(5), { y: -300, x: 4 });
    await expect.poll(() => grid.evaluate(scrolledBy)).toBeGreaterThan(100);
    expect(await mail.unreadIn('INBOX')).toBe(unread);
  });
});

test('TL-25 TD-26 what a row does is chosen, and an open conversation is turned by a finger', async ({
  page,
  program,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const mail = await mailOf(program);
  await mail.deliver('Thư cũ hơn');
  await mail.deliver('Thư mới hơn');
  await mailbox.enter();
  const finger = await fingerOn(page);
  const heading = (subject: string) => mailbox.thread.getByRole('heading', { level: 1, name: subject });

  await test.step('to the left the next one, to the right back, and not from the edge', async () => {
    await mailbox.row('Thư mới hơn').tap();
    await expect(heading('Thư mới hơn')).toBeVisible();
    await finger.draw(heading('Thư mới hơn'), { x: -120 });
    await expect(heading('Thư cũ hơn')).toBeVisible();
    await finger.draw(heading('Thư cũ hơn'), { x: 120 });
    await expect(heading('Thư mới hơn')).toBeVisible();
    await finger.draw(mailbox.thread.locator('iframe, p').last(), { x: -120 });
    await expect(heading('Thư cũ hơn')).toBeVisible();
    await mailbox.backToList();
  });

  await test.step('archived by a row that is drawn to the left, as chosen', async () => {
    const saved = await page.request.post('/api/v2/settings', {
      data: [{ key: 'swipe_left', value: 'archive' }],
      headers: { [COOKIE_HEADER.name]: COOKIE_HEADER.value },
    });
    expect(saved.ok()).toBe(true);
    await page.reload();
    await finger.swipe(mailbox.row('Thư mới hơn'), -200);
    await expect.poll(() => mail.folderOf('Thư mới hơn')).toEqual(['Archive']);
  });
});

/** The scroll offset of the list or of the container that scrolls it. */
function scrolledBy(element: Element): number {
  let farthest = 0;
  for (let at: Element | null = element; at; at = at.parentElement)
    farthest = Math.max(farthest, at.scrollTop);
  return farthest;
}

test('LY-7 a tap on the last button of a form ends the typing, and presses that button', async ({
  page,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const { say } = mailbox;
  await mailbox.enter();
  await page.goto('/setting/templates');
  await page.getByRole('button', { name: say('newTemplate'), exact: true }).tap();
  await page.getByRole('textbox', { name: say('templateName') }).fill('Mẫu bằng ngón tay');
  await page.getByRole('textbox', { name: say('templateText') }).tap();
  await page.keyboard.type('Kính gửi anh chị');
  const services = page.getByRole('navigation', { name: 'Dịch vụ', includeHidden: true });
  const height = () => services.evaluate((bar) => bar.getBoundingClientRect().height);
  await expect.poll(height).toBe(0);
  const save = page.getByRole('button', { name: say('saveTemplate') });
  // The button is where the bar will be.
  await page
    .locator('main, #content')
    .first()
    .evaluate((content) => content.scrollTo(0, content.scrollHeight));
  await save.tap();
  await expect(page.getByRole('button', { name: 'Mẫu bằng ngón tay', exact: true })).toBeVisible();
  await expect.poll(height).toBeGreaterThan(50);
});
