import { haPham, lanAnh } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { pushBrowser } from '../../pages/push-browser.ts';
import { LAPTOP, PHONE } from '../../pages/screen-sizes.ts';
import { sayIn } from '../../pages/words.ts';
import { mailOf } from '../../program/mail-of.ts';
import { writeMessage } from '../../program/write-message.ts';

test.use({ world: 'web-push', pushed: true, serviceWorkers: 'allow' });

for (const [language, viewport] of [
  ['vi', LAPTOP],
  ['en', PHONE],
] as const) {
  test.describe(`${language}, ${viewport.width} wide`, () => {
    test.use({ language, viewport });

    test('NT-9 NT-11 NT-12 new mail is told while no page is open, once, is opened by a click and taken back by a recall', async ({
      context,
      page,
      program,
      pushes,
    }) => {
      if (!pushes) throw new Error('There is no push service');
      const say = sayIn(language);
      const browser = await pushBrowser(context, pushes);
      const mailbox = mailboxPage(page, language);
      const subject = `Bảng lương ${language}`;
      const ha = await mailOf(program, haPham);
      await ha.delaySending(false);
      await mailbox.enter();
      await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);

      await test.step('turned on in the settings', async () => {
        await page.goto('/setting/general');
        const row = page.getByRole('radiogroup', { name: say('pushes') });
        await row.scrollIntoViewIfNeeded();
        await row.getByRole('radio', { name: say('on') }).check();
        await expect(page.getByRole('radiogroup', { name: say('noticeContent') })).toBeVisible();
        await expectAccessible(page, `settings of pushes in ${language}`);
      });

      const received = pushes.received.length;
      const { id } = await writeMessage(ha, { to: [lanAnh.email], subject });
      await test.step('pushed, and shown where nobody looks', async () => {
        await page.goto('about:blank');
        await ha.api.sendMail({ body: { msg_id: id } });
        await expect.poll(() => pushes.received.length).toBe(received + 1);
        const push = pushes.received.at(-1);
        if (!push) throw new Error('nothing was pushed');
        const home = await context.newPage();
        await home.goto('/help');
        await browser.deliver(home, push.message);
        await expect.poll(() => browser.notices()).toEqual([`${haPham.name} | ${subject}`]);
        await browser.deliver(home, push.message);
        await expect.poll(() => browser.notices(), 'the same again').toHaveLength(1);
        await home.close();
      });

      await test.step('a click leads to the conversation', async () => {
        const inStep = page.waitForResponse(
          (answer) => answer.url().endsWith('/api/v2/push') && answer.request().method() === 'PUT',
        );
        await page.goto('/folder/INBOX');
        await expect(mailbox.row(subject)).toBeVisible();
        await inStep;
        await browser.click();
        await expect(mailbox.thread).toContainText(subject);
        await page.goto('about:blank');
      });

      await test.step('a recall takes the notice of another message back', async () => {
        const wrong = `Gửi nhầm ${language}`;
        const { id: second } = await writeMessage(ha, { to: [lanAnh.email], subject: wrong });
        await ha.api.sendMail({ body: { msg_id: second } });
        await expect.poll(() => pushes.received.length).toBe(received + 2);
        const home = await context.newPage();
        await home.goto('/help');
        const told = pushes.received.at(-1);
        if (told) await browser.deliver(home, told.message);
        await expect.poll(() => browser.notices()).toEqual([`${haPham.name} | ${wrong}`]);
        await ha.api.recallMessage({ body: { message_id: second } });
        await expect.poll(() => pushes.received.length).toBe(received + 3);
        const recalled = pushes.received.at(-1);
        expect(recalled?.message.kind).toBe('recalled');
        if (recalled) await browser.deliver(home, recalled.message);
        await expect.poll(() => browser.notices()).toEqual([]);
        await home.close();
      });

      await test.step('turned off again', async () => {
        await page.goto('/setting/general');
        const row = page.getByRole('radiogroup', { name: say('pushes') });
        const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
        await row.getByRole('radio', { name: say('off') }).check();
        expect((await ended).status()).toBe(200);
        await expect(page.getByRole('radiogroup', { name: say('noticeContent') })).toBeHidden();
      });
    });
  });
}
