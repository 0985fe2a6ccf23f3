import { expect, test } from '../fixtures.ts';
import { OFFLINE } from '../noise.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { PLACES } from '../pages/places.ts';
import { deliver } from '../program/deliver.ts';
import { mailOf } from '../program/mail-of.ts';

test.use({ world: 'pins' });

const WORDS = {
  vi: { pin: 'Ghim lên đầu', unpin: 'Bỏ ghim', mute: 'Tắt tiếng', pinned: 'Đã ghim', muted: 'Đã tắt tiếng' },
  en: { pin: 'Pin to top', unpin: 'Unpin', mute: 'Mute', pinned: 'Pinned', muted: 'Muted' },
} as const;

for (const { language, size, viewport, tag } of PLACES) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport });

    test('PM-2 PM-5 PM-8 a conversation is pinned and muted, also without a connection', async ({
      context,
      page,
      program,
      noise,
    }) => {
      const mailbox = mailboxPage(page, language);
      const words = WORDS[language];
      const own = await mailOf(program);
      const subject = `Lịch họp ${language} ${size}`;
      const asked = await deliver(program, { subject });
      await deliver(program, { subject: `Tin khác ${language} ${size}` });
      await mailbox.enter();
      const row = mailbox.row(subject);
      const rowOnServer = async () =>
        (await own.api.listThreads({ query: { in: 'INBOX' } })).data.find((one) => one.subject === subject);
      const perform = async (key: string, act: string) => {
        if ((await row.getAttribute('aria-selected')) !== 'true') await mailbox.pick(row);
        if (size === 'wide') await page.keyboard.press(key);
        else await mailbox.act(act);
      };

      await test.step('pinned it is on top, undone it is not', async () => {
        await perform('p', words.pin);
        await expect(row.getByRole('img', { name: words.pinned })).toBeVisible();
        await expect.poll(async () => (await mailbox.subjects())[0]).toBe(subject);
        await mailbox.undo();
        await expect(row.getByRole('img', { name: words.pinned })).toBeHidden();
        await expect.poll(async () => (await rowOnServer())?.pinned).toBeUndefined();
      });

      await test.step('it is unpinned as it was pinned', async () => {
        await perform('p', words.pin);
        await expect(row.getByRole('img', { name: words.pinned })).toBeVisible();
        await expect.poll(async () => (await rowOnServer())?.pinned).toBe(true);
        await expectAccessible(page, 'pinned');
        await perform('p', words.unpin);
        await expect(row.getByRole('img', { name: words.pinned })).toBeHidden();
        await expect.poll(async () => (await rowOnServer())?.pinned).toBeUndefined();
      });

      await test.step('without a connection it is pinned at once, and confirmed later', async () => {
        noise.expect(OFFLINE);
        await context.setOffline(true);
        // On a phone the menu reaches down to the notice that there is no connection.
        await perform('p', words.pin);
        await expect.poll(async () => (await mailbox.subjects())[0]).toBe(subject);
        await context.setOffline(false);
        await expect.poll(async () => (await rowOnServer())?.pinned).toBe(true);
      });

      await test.step('muted, an answer to several passes the inbox', async () => {
        await perform('m', words.mute);
        await expect(row.getByRole('img', { name: words.muted })).toBeVisible();
        await expect.poll(async () => (await rowOnServer())?.muted).toBe(true);
        await deliver(program, { subject: `Re: ${subject}`, cc: 'binh@minhphat.example' }, asked);
        await expect
          .poll(async () => (await own.api.listThreads({ query: { in: 'Archive' } })).data[0]?.subject)
          .toBe(subject);
      });
    });
  });
}
