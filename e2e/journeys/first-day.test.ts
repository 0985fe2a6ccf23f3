import { dungLe, haPham, lanAnh, minhTran } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { PLACES } from '../pages/places.ts';
import { mailOf } from '../program/mail-of.ts';

test.use({ world: 'first-day' });

const PAGE_SIZE = 50;

/** Each run empties its own mailbox. */
const OWNERS = {
  vi: { wide: lanAnh, phone: minhTran },
  en: { wide: haPham, phone: dungLe },
} as const;

for (const { language, size, viewport, tag } of PLACES) {
  const person = OWNERS[language][size];
  test.describe(`${language} at ${viewport.width}×${viewport.height}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: size === 'phone' });

    test('TD-11 OR-4 OR-5 TL-16 TL-18 from the first sign-in to an empty inbox', async ({
      page,
      program,
    }) => {
      const mail = await mailOf(program, person);
      await mail.api.createFolder({ body: { name: 'Xong 1', display_name: 'Xong 1' } });
      await mail.deliver('Thư đầu ngày');
      const unread = await mail.unreadIn('INBOX');
      const mailbox = mailboxPage(page, language);
      const { say, rows } = mailbox;
      const title = (count: number) => `${count > 0 ? `(${count}) ` : ''}${say('inbox')} – Bồ Câu`;
      await mailbox.enter('/', person);
      await expect(page).toHaveTitle(title(unread));

      await test.step('reads the first conversation, which marks it read', async () => {
        await mailbox.open(mailbox.row('Thư đầu ngày'));
        await expect.poll(mailbox.bodies).toEqual(['Thư đầu ngày']);
        await mailbox.backToList();
        await expect(page).toHaveTitle(title(unread - 1));
      });

      await test.step('deletes it, and takes it back', async () => {
        await mailbox.pick(mailbox.row('Thư đầu ngày'));
        await mailbox.act(say('delete'));
        await expect(mailbox.notice).toContainText(say('movedToTrash'));
        await expect(mailbox.row('Thư đầu ngày')).toHaveCount(0);
        await mailbox.undo();
        await expect(rows.first()).toContainText('Thư đầu ngày');
      });

      await test.step('moves it into an own folder', async () => {
        await mailbox.pick(mailbox.row('Thư đầu ngày'));
        await mailbox.act(say('move'));
        await mailbox.pickFolder('Xong 1');
        await expect(mailbox.notice).toContainText('Xong 1');
        await mailbox.goTo('Xong 1');
        await expect(mailbox.row('Thư đầu ngày')).toBeVisible();
        await mailbox.goTo(say('inbox'));
        await expect(rows.first()).toBeVisible();
        await expect(mailbox.row('Thư đầu ngày')).toHaveCount(0);
      });

      await test.step('deletes all that is left', async () => {
        const left = await mail.totalIn('INBOX');
        await mailbox.toolbar.getByRole('checkbox', { name: say('pickPage') }).click();
        await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
        if (left > PAGE_SIZE) await mailbox.main.getByRole('button', { name: say('pickWhole') }).click();
        await mailbox.act(say('delete'));
        await expect(mailbox.main.getByRole('heading', { name: say('inboxEmpty') })).toBeVisible();
        await expect(page).toHaveTitle(title(0));
      });
    });
  });
}
