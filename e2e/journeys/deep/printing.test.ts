import { expect, test } from '../../fixtures.ts';
import { catchPrinting } from '../../pages/catch-printing.ts';
import { composePage } from '../../pages/compose-page.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { deliver } from '../../program/deliver.ts';

// The print layout moves everything, so layout shifts are not counted.
test.use({ world: 'printing', steady: false });

const SUBJECT = 'Bảng giá để in';

test('TD-3 PV-1 a conversation, one message, an image and a pdf are printed alone, as they read', async ({
  page,
  program,
  language,
}) => {
  const first = await deliver(program, {
    subject: SUBJECT,
    html: '<style>p{color:#123}</style><p>Giá cũ là 12.000 đồng.</p><script>window.ran=1</script>',
  });
  await deliver(program, { subject: `Re: ${SUBJECT}`, html: '<p>Giá mới là 14.500 đồng.</p>' }, first);
  const printed = await catchPrinting(page);
  const mailbox = mailboxPage(page, language);
  const { say, thread } = mailbox;
  await mailbox.enter();
  await mailbox.open(mailbox.row(SUBJECT));

  await test.step('the conversation: all messages, those that are collapsed too', async () => {
    await thread.getByRole('button', { name: say('printThread') }).click();
    const sheet = await printed();
    expect(sheet).toMatchObject({ title: SUBJECT, fileName: SUBJECT });
    await expect(page).toHaveTitle(/Bồ Câu$/);
    expect(sheet.text).toContain('Giá cũ là 12.000 đồng.');
    expect(sheet.text).toContain('Giá mới là 14.500 đồng.');
    expect(sheet.text).toContain('quan@vpp-hanoi.example');
    expect(sheet.text).not.toContain('window.ran');
    expect(sheet.runsScripts).toBe(false);
  });

  await test.step('one message: nothing of the other', async () => {
    await thread.getByRole('button', { name: say('messageMenu') }).click();
    await page.getByRole('menuitem', { name: say('printMessage') }).click();
    const sheet = await printed();
    expect(sheet.title).toBe(SUBJECT);
    expect(sheet.text).toContain('Giá mới là 14.500 đồng.');
    expect(sheet.text).not.toContain('Giá cũ');
  });

  await test.step('one message is saved as a file of its subject, and forwarded as one', async () => {
    await thread.getByRole('button', { name: say('messageMenu') }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: say('saveMessage') }).click();
    expect((await saved).suggestedFilename()).toBe(`Re_ ${SUBJECT}.eml`);
    await thread.getByRole('button', { name: say('messageMenu') }).click();
    await page.getByRole('menuitem', { name: say('forwardAttached') }).click();
    const compose = composePage(page, language);
    const message = compose.message(compose.windows.last());
    await expect(message.file(`Re_ ${SUBJECT}.eml`)).toBeVisible();
    await message.pressOption(say('deleteDraft'));
  });

  await test.step('an image of a message', async () => {
    await mailbox.backToList();
    await mailbox.search.fill('yokohama 12 tep');
    await mailbox.search.press('Enter');
    await mailbox.open(mailbox.row('12 tệp'));
    await thread.getByRole('button', { name: 'Phạm Thu Hà' }).click();
    await thread.getByRole('button', { name: 'Xem 6 Ảnh xưởng.png' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('printImage') })
      .click();
    const sheet = await printed();
    expect(sheet).toMatchObject({
      title: '6 Ảnh xưởng.png',
      fileName: '6 Ảnh xưởng.png',
      images: 1,
      runsScripts: false,
    });
    await page.keyboard.press('Escape');
  });

  await test.step('a pdf: each of its pages on a sheet', async () => {
    await thread.getByRole('button', { name: 'Xem 1 Commercial invoice.pdf' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'In tệp' }).click();
    const sheet = await printed();
    expect(sheet).toMatchObject({
      title: '1 Commercial invoice.pdf',
      fileName: '1 Commercial invoice.pdf',
      images: 1,
      runsScripts: false,
    });
  });
});

test('TD-1 the page itself, printed by the browser, is the conversation without what is around it', async ({
  page,
  program,
  language,
}) => {
  await deliver(program, { subject: 'Thư in từ trình duyệt', html: '<p>Nội dung cần in.</p>' });
  const mailbox = mailboxPage(page, language);
  const { say, thread } = mailbox;
  await mailbox.enter();
  await mailbox.open(mailbox.row('Thư in từ trình duyệt'));
  await expect.poll(mailbox.bodies).toEqual(['Nội dung cần in.']);
  const around = [
    page.getByRole('banner'),
    mailbox.sidebar,
    mailbox.search,
    mailbox.grid,
    thread.getByRole('toolbar'),
    thread.getByRole('button', { name: say('backToList') }),
    thread.getByRole('button', { name: say('printThread') }),
  ];
  await expect(page.getByRole('banner')).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  for (const part of around) await expect(part).toBeHidden();
  await expect(thread.getByRole('heading', { level: 1 })).toHaveText('Thư in từ trình duyệt');
  const body = thread.locator('iframe');
  await expect(body).toBeVisible();
  await expect.poll(async () => (await body.boundingBox())?.x).toBeLessThan(100);
  // A container that scrolls on a screen would cut off its content on paper.
  const cut = await body.evaluate((element) => {
    const hidden: string[] = [];
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at.scrollHeight > at.clientHeight + 1 && getComputedStyle(at).overflowY !== 'visible')
        hidden.push(at.className || at.localName);
    }
    return hidden;
  });
  expect(cut).toEqual([]);
});
