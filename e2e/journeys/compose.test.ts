import { dungLe, haPham, lanAnh } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { IN_EACH_LANGUAGE, PLACES } from '../pages/places.ts';
import { mailOf } from '../program/mail-of.ts';

test.use({ world: 'compose' });

/** Each mentions an attachment that is not there. */
const FORGETFUL = { vi: 'Em gửi tệp đính kèm ạ.', en: 'Please find the report attached.' } as const;

for (const { language, size, viewport, tag } of PLACES) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport });

    test('SD-10 SD-11 SD-14 AT-2 a message with a file is taken back in time, and then goes for good', async ({
      page,
      program,
    }) => {
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say } = compose;
      const subject = `Báo giá tuần 47 ${language} ${size}`;
      const own = await mailOf(program);
      const theirs = await mailOf(program, haPham);
      await mailbox.enter();

      const first = await compose.openNew();
      await first.write({
        to: haPham.email,
        subject,
        body: 'Chào chị Hà, em gửi chị báo giá.',
        files: [{ name: 'bao-gia.txt', text: 'Mây tre đan: 1.250.000 đ' }],
      });
      await first.send.click();
      await expect(compose.windows).toHaveCount(0);

      await test.step('undone: it is open as it was, and nobody has it', async () => {
        await mailbox.undo();
        await expect(compose.notice(say('notSent'))).toBeVisible();
        const again = compose.message(compose.windows.first());
        await expect(again.subject).toHaveValue(subject);
        await expect(again.body).toHaveText('Chào chị Hà, em gửi chị báo giá.');
        await expect(again.files).toContainText('bao-gia.txt');
      });

      await test.step('sent: once in Sent, once with her, its file with it, and no draft of it', async () => {
        await compose.message(compose.windows.first()).send.click();
        await expect(compose.notice(say('messageSent'))).toBeVisible();
        await expect.poll(() => own.folderOf(subject)).toEqual(['Sent']);
        await expect.poll(() => theirs.folderOf(subject)).toEqual(['INBOX']);
        const { data: threads } = await theirs.api.listThreads({ query: { in: 'INBOX', subject } });
        expect(threads[0]?.has_attachments).toBe(true);
      });

      await test.step('CW-4 the next key is for the list, and for no conversation that nobody chose', async () => {
        await expect(page.getByRole('grid')).toBeFocused();
        await page.keyboard.press('#');
        await expect(compose.notice(say('noneChosen'))).toBeVisible();
      });
    });
  });
}

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('CW-10 CW-14 CW-15 DR-8 an answer keeps thread and quote, opens as a window, and is found again as a draft', async ({
      page,
      program,
    }) => {
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say } = compose;
      const mail = await mailOf(program);
      await mail.delaySending(false);
      const subject = `Hỏi giá nón lá ${language}`;
      const theirs = await mailOf(program, haPham);
      const asked = { to: [{ email: lanAnh.email }], subject, body: '<p>Cho tôi hỏi giá 500 nón lá.</p>' };
      const { data: question } = await theirs.api.createDraft({ body: asked });
      await theirs.api.sendMail({ body: { msg_id: question.id } });
      await expect.poll(() => mail.folderOf(subject)).toEqual(['INBOX']);
      await mailbox.enter();
      await mailbox.open(mailbox.row(subject));
      await page.keyboard.press('r');
      const form = compose.message(page.getByRole('region', { name: say('reply'), exact: true }));
      await expect(form.body).toBeFocused();
      await page.keyboard.type('Giá 45.000 đ một chiếc.');
      await test.step('CW-10 the sizes offered are 13, the normal one, and 10, 18 and 32 pixels', async () => {
        await form.form.locator('[data-tool="size"]').click();
        const sizes = page.getByRole('menuitemradio');
        await expect(sizes).toHaveText([/15$/, /12$/, /18$/, /32$/]);
        await expect(sizes.first()).toHaveAttribute('aria-checked', 'true');
        await page.keyboard.press('Escape');
        await form.body.click();
      });
      await expect(form.form).toContainText(`Re: ${subject}`);
      await form.press(say('showQuote'));
      await expect
        .poll(() =>
          form.form
            .locator('iframe')
            .evaluate((frame) => (frame as HTMLIFrameElement).contentDocument?.body.textContent),
        )
        .toContain('500 nón lá');

      await form.press(say('openAsWindow'));
      const window = compose.message(compose.windows.first());
      await expect(window.body).toHaveText('Giá 45.000 đ một chiếc.');
      await expect(window.saved).toBeVisible();
      await window.press(say('saveAndClose'));
      await expect(compose.windows).toHaveCount(0);

      await test.step('TD-12 opened from the inbox the draft is in its form, and the keys are still the page’s', async () => {
        await mailbox.backToList();
        await mailbox.open(mailbox.row(subject));
        await expect(form.body).toHaveText('Giá 45.000 đ một chiếc.');
        await expect(form.body).not.toBeFocused();
        await expect(mailbox.thread.locator('article')).toHaveCount(1);
        await page.keyboard.press('r');
        await expect(form.body).toBeFocused();
      });

      await test.step('reply goes on with the draft that is there', async () => {
        await page
          .getByRole('main')
          .getByRole('button', { name: say('reply'), exact: true })
          .last()
          .click();
        await expect(form.body).toHaveText('Giá 45.000 đ một chiếc.');
        await form.send.click();
        await expect(compose.notice(say('messageSent'))).toBeVisible();
      });

      await test.step('it is the second message of the thread, with what it answers below', async () => {
        await expect(mailbox.thread.locator('article')).toHaveCount(2);
        const { data: threads } = await mail.api.listThreads({ query: { in: 'INBOX', limit: '100' } });
        const thread = threads.find((row) => row.subject === subject);
        const { data: whole } = await mail.api.getThread({
          params: { id: thread?.id ?? '' },
          query: { expand: '0' },
        });
        expect(whole.messages.map((message) => message.subject)).toEqual([subject, `Re: ${subject}`]);
        expect(whole.messages[1]?.body).toContain('500 nón lá');
        await expect.poll(() => theirs.folderOf(subject)).toEqual(expect.arrayContaining(['INBOX', 'Sent']));
      });
      await mail.delaySending(true);
    });

    test('CW-15 a forwarded message takes the files along', async ({ page, program }) => {
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say } = compose;
      const own = await mailOf(program);
      const theirs = await mailOf(program, haPham);
      await own.delaySending(false);
      await mailbox.enter();
      const row = mailbox.row('Hóa đơn GTGT điện tử số').first();
      const subject = ((await row.getByRole('link').textContent()) ?? '').trim();
      await mailbox.open(row);
      await page.keyboard.press('f');
      const form = compose.message(page.getByRole('region', { name: say('forward'), exact: true }));
      await expect(form.files.getByRole('listitem').first()).toBeVisible();
      const files = await form.files.getByRole('listitem').count();
      await form.write({ to: haPham.email });
      await form.send.click();
      await expect(compose.notice(say('messageSent'))).toBeVisible();
      await expect.poll(() => theirs.folderOf(`Fwd: ${subject}`)).toContain('INBOX');
      const { data: threads } = await theirs.api.listThreads({ query: { in: 'INBOX', limit: '100' } });
      const thread = threads.find((one) => one.subject === `Fwd: ${subject}`);
      const { data: whole } = await theirs.api.getThread({
        params: { id: thread?.id ?? '' },
        query: { expand: '0' },
      });
      expect(whole.messages.at(-1)?.files.filter(({ inlineImage }) => !inlineImage)).toHaveLength(files);
      await own.delaySending(true);
    });

    test('DR-1 DR-5 DR-8 CW-2 a message outlives a reload, being put aside and being closed', async ({
      page,
      noise,
    }) => {
      // The deleted draft's row may move under the pointer and be prefetched just before it is gone.
      noise.expect(/^404 .*\/threads\/.*peek=true$/);
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say } = compose;
      const subject = `Thư viết dở ${language}`;
      await mailbox.enter();
      const message = await compose.openNew();
      await message.write({ to: haPham.email, subject, body: 'Nửa câu đầu' });
      // Waits by the page's own timers, which fall behind together with the page on a slow machine.
      await page.evaluate(() => new Promise((later) => window.setTimeout(later, 1000)));
      await page.reload();

      await test.step('a reload a second after the last key brings it back', async () => {
        await expect(message.subject).toHaveValue(subject);
        await expect(message.body).toHaveText('Nửa câu đầu');
        await expect(message.form).toContainText(haPham.email);
      });

      await test.step('put aside by Escape, and back by its bar', async () => {
        await message.body.click();
        await page.keyboard.press('End');
        await page.keyboard.type(', nửa câu sau');
        await page.keyboard.press('Escape');
        await expect(message.body).toBeHidden();
        await message.press(say('openAgain'));
        await expect(message.body).toHaveText('Nửa câu đầu, nửa câu sau');
        await expect(message.saved).toBeVisible();
      });

      await test.step('closed it lies in Drafts, opens from there, and is deleted with a way back', async () => {
        await message.press(say('saveAndClose'));
        await expect(compose.windows).toHaveCount(0);
        await mailbox.goTo(say('drafts'));
        await mailbox.row(subject).getByRole('link').click();
        await expect(message.body).toHaveText('Nửa câu đầu, nửa câu sau');
        await message.pressOption(say('deleteDraft'));
        await expect(compose.windows).toHaveCount(0);
        await expect(mailbox.row(subject)).toHaveCount(0);
        await mailbox.undo();
        await expect(message.body).toHaveText('Nửa câu đầu, nửa câu sau');
        await expect(mailbox.row(subject)).toHaveCount(1);
      });
    });

    test('SC-1 SC-4 SC-6 PE-1 PE-7 a message is scheduled and cancelled, and one is sent periodically', async ({
      page,
      program,
    }) => {
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say } = compose;
      const mail = await mailOf(program);
      const subject = `Chúc tuần mới ${language}`;
      await mailbox.enter();
      const message = await compose.openNew();
      await message.write({ to: haPham.email, subject, body: 'Chúc chị một tuần mới nhiều niềm vui.' });
      await message.choose(say('schedule'));
      await page.getByRole('button', { name: say('tomorrowMorning') }).click();
      await expect(compose.windows).toHaveCount(0);
      await expect.poll(() => mail.folderOf(subject)).toEqual(['WEBMAIL_SCHEDULED']);

      await test.step('its list shows it, and cancelled it can be opened again', async () => {
        await page.goto('/folder/WEBMAIL_SCHEDULED');
        await mailbox.open(mailbox.row(subject));
        await mailbox.thread.getByRole('button', { name: say('cancelSchedule') }).click();
        await page.getByRole('button', { name: /^(Mở thư nháp|Open draft)$/ }).click();
        await expect(message.subject).toHaveValue(subject);
        await expect.poll(() => mail.folderOf(subject)).toEqual(['Drafts']);
      });

      await test.step('periodically: the next five dates are shown before', async () => {
        await message.choose(say('periodic'));
        const dialog = page.getByRole('dialog').filter({ hasText: say('nextDates') });
        await dialog.getByLabel(say('everyLabel')).fill('2');
        await expect(dialog.getByRole('listitem')).toHaveCount(5);
        await dialog.getByRole('button', { name: say('setDates'), exact: true }).click();
        await expect.poll(() => mail.folderOf(subject)).toEqual(['webmail_period']);
      });
    });

    test('RC-4 SD-3 SD-8 marks wrong recipients, and asks once about what may be a mistake', async ({
      page,
      program,
    }) => {
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say } = compose;
      await mailbox.enter();
      const message = await compose.openNew();
      await message.write({ to: 'khong-phai-dia-chi', body: FORGETFUL[language] });
      await message.send.click();
      const to = message.form.getByRole('combobox', { name: say('addTo') });
      await expect(to).toBeFocused();
      await expect(to).toHaveAccessibleDescription(`${say('badAddresses')} khong-phai-dia-chi`);
      await expect(page.getByRole('dialog')).toHaveCount(1);
      const tag = message.form.getByText('khong-phai-dia-chi', { exact: true });
      await expect(tag).toHaveCount(1);
      await to.press('Backspace');
      await expect(tag).toHaveCount(0);
      await message.write({ to: haPham.email });
      await expect(to).toHaveAccessibleDescription('');
      await message.send.click();
      const asked = page.getByRole('dialog', { name: say('checkBeforeSending') });
      await expect(asked.getByRole('button', { name: say('goBack') })).toBeFocused();
      await expect(asked).toContainText(say('noSubject'));
      await expect(asked).toContainText(say('forgotFile'));
      await page.keyboard.press('Escape');
      await expect(asked).toBeHidden();
      await expect(message.form).toBeVisible();
      await message.pressOption(say('deleteDraft'));
      expect(await (await mailOf(program, haPham)).folderOf('')).toEqual([]);
    });
  });
}

test('RT-6 a mail link opens a full window with the addresses that are some', async ({ page, language }) => {
  const mailbox = mailboxPage(page, language);
  const compose = composePage(page, language);
  await mailbox.enter(
    '/compose-mailto?to=ha.pham@saomai.example,sai&subject=Xin%20ch%C3%A0o&body=D%C3%B2ng%20m%E1%BB%99t',
  );
  const message = compose.message(compose.windows.first());
  await expect(message.form).toHaveAttribute('data-state', 'full');
  await expect(message.subject).toHaveValue('Xin chào');
  await expect(message.body).toHaveText('Dòng một');
  await expect(message.form).toContainText('ha.pham@saomai.example');
  await expect(message.form).not.toContainText('sai');
});

test('CW-13 LY-4 who may not send finds no way into compose, and is told why', async ({ page, language }) => {
  const mailbox = mailboxPage(page, language);
  const compose = composePage(page, language);
  const { say } = compose;
  await mailbox.enter('/', dungLe);
  await mailbox.open(mailbox.rows.first());
  await page.keyboard.press('r');
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: say('compose'), exact: true })).toBeDisabled();
  await expect(page.getByText(say('sendingOff'))).toBeVisible();
  await expect(page.getByRole('button', { name: say('reply'), exact: true })).toHaveCount(0);
  // Once this later key has its effect, the earlier ones have been processed too.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: say('shortcuts') })).toBeVisible();
  await expect(compose.windows).toHaveCount(0);
});

test('CW-1 CW-2 CW-4 CW-5 windows stand side by side as far as there is room, and give way to the newest', async ({
  page,
  language,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const mailbox = mailboxPage(page, language);
  const compose = composePage(page, language);
  const { say, windows } = compose;
  const states = () => windows.evaluateAll((all) => all.map((one) => one.getAttribute('data-state')));
  await mailbox.enter();
  for (const subject of ['Một', 'Hai', 'Ba']) await (await compose.openNew()).write({ subject });
  await expect.poll(states).toEqual(['mini', 'pin', 'pin']);
  await page.getByRole('dialog', { name: 'Ba' }).getByRole('button', { name: 'Ba', exact: true }).click();
  await expect.poll(states).toEqual(['mini', 'pin', 'mini']);
  await page
    .getByRole('dialog', { name: 'Hai' })
    .getByRole('button', { name: say('saveAndClose') })
    .click();
  await expect.poll(states).toEqual(['mini', 'pin']);
  await page.setViewportSize({ width: 900, height: 800 });
  await expect.poll(states).toEqual(['mini', 'full']);
  for (const name of ['Ba', 'Một']) {
    await page
      .getByRole('dialog', { name })
      .getByRole('button', { name: say('saveAndClose') })
      .click();
  }
});

test('compose has no finding', async ({ page, language }) => {
  const mailbox = mailboxPage(page, language);
  const compose = composePage(page, language);
  const { say } = compose;
  await mailbox.enter();
  const message = await compose.openNew();
  await message.write({
    to: 'ai.do@ngoai.example',
    subject: 'Kiểm tra',
    body: 'Xin chào',
    files: [{ name: 'tep.zip', text: 'PK' }],
  });
  await expect(message.form.getByText(/ai\.do@ngoai\.example\.$/)).toBeVisible();
  await expectAccessible(page, 'a window');
  await message.press(say('fullSize'));
  await expectAccessible(page, 'a full window', { inOtherColoursElsewhere: true });
  await message.choose(say('schedule'));
  await expect(page.getByRole('button', { name: say('tomorrowMorning') })).toBeVisible();
  await expectAccessible(page, 'scheduling');
  await page.keyboard.press('Escape');
  await message.choose(say('periodic'));
  await expect(
    page
      .getByRole('dialog')
      .filter({ hasText: say('nextDates') })
      .getByRole('listitem'),
  ).toHaveCount(5);
  await expectAccessible(page, 'periodic sending');
  await page.keyboard.press('Escape');
  await message.press(say('minimize'));
  await expectAccessible(page, 'a bar');
  await message.press(say('saveAndClose'));
  await mailbox.open(mailbox.rows.nth(2));
  await page.keyboard.press('r');
  await expect(page.getByRole('region', { name: say('reply'), exact: true })).toBeVisible();
  await expectAccessible(page, 'an answer in the thread', { inOtherColoursElsewhere: true });
});
