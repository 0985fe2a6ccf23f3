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
    await finger.draw(row, { x: 150 });
    await expect.poll(() => mail.unreadIn('INBOX')).toBe(unread - 1);
    await finger.draw(row, { x: 150 });
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

/** The scroll offset of the list or of the container that scrolls it. */
function scrolledBy(element: Element): number {
  let farthest = 0;
  for (let at: Element | null = element; at; at = at.parentElement)
    farthest = Math.max(farthest, at.scrollTop);
  return farthest;
}
