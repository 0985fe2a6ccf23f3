import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { PLACES } from '../../pages/places.ts';

test.use({ world: 'merges' });

const WORDS = {
  vi: {
    begin: 'Trộn thư: gửi riêng từng người…',
    choose: 'Chọn tệp trên máy',
    badLine: 'Dòng 5: có ô dài quá 4.000 ký tự',
    rows: 'Những dòng đầu',
    toText: 'Tiếp: nội dung thư',
    edit: 'Sửa thư',
    review: 'Kiểm tra và gửi',
    wrong: 'Địa chỉ sai',
    correct: 'Sửa Email của dòng 4',
    ready: 'Sẵn sàng gửi cho 3 người',
    preview: 'Xem trước',
    later: 'Thư sau',
    test: 'Gửi thử cho tôi',
    tested: 'Đã gửi thư thử đến địa chỉ của bạn.',
    toSend: 'Tiếp: gửi',
    expected: 'Có, họ biết tôi và chờ thư này',
    send: 'Gửi 3 thư',
    sent: 'Đã gửi 3/3 thư',
    done: 'Đã xong',
    results: 'Kết quả từng người',
    csv: 'Tải báo cáo (CSV)',
    all: 'Trộn thư',
    list: 'Các đợt trộn thư',
    sentOf: 'đã gửi 3/3',
  },
  en: {
    begin: 'Mail merge: send to each…',
    choose: 'Choose a file',
    badLine: 'Line 5: a cell has more than 4,000 characters',
    rows: 'First lines',
    toText: 'Next: message',
    edit: 'Edit message',
    review: 'Check and send',
    wrong: 'Invalid address',
    correct: 'Correct Email of line 4',
    ready: 'Ready to send to 3 people',
    preview: 'Preview',
    later: 'Next message',
    test: 'Send a test to me',
    tested: 'A test was sent to your own address.',
    toSend: 'Next: send',
    expected: 'Yes, they know me and expect it',
    send: 'Send 3 messages',
    sent: '3 of 3 messages sent',
    done: 'Finished',
    results: 'What became of each person’s message',
    csv: 'Download report (CSV)',
    all: 'Mail merge',
    list: 'Mail merges',
    sentOf: '3 of 3 sent',
  },
} as const;

const TABLE = [
  'Tên,Email,Số tiền',
  'Minh,minh.tran@saomai.example,1.200.000 đ',
  'Hà,ha.pham@saomai.example,850.000 đ',
  'Dũng,dung.le at saomai,500.000 đ',
  `Dài,dai@saomai.example,${'9'.repeat(4_001)}`,
].join('\n');

for (const { language, viewport, size, tag } of PLACES) {
  const words = WORDS[language];
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: size === 'phone' });

    test('MM-1 MM-5 MM-6 MM-13 a message goes to each person of a table with a bad line, and the report says so', async ({
      page,
    }) => {
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const subject = `Công nợ ${language} ${size}`;
      const named = (name: string) => page.getByRole('link', { name, exact: true });
      await mailbox.enter();

      await test.step('from a message to its table, with the line that could not be read', async () => {
        const message = await compose.openNew();
        await message.write({ subject, body: 'Chào ' });
        await message.choose(words.begin);
        await expect(page.getByRole('button', { name: words.choose })).toBeVisible();
        await expectAccessible(page, `where the people of a merge come from, in ${language}`);
        await page.locator('main input[type="file"]').setInputFiles({
          name: 'khach.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(TABLE),
        });
        await expect(page.getByText(words.badLine)).toBeVisible();
        await expect(page.getByRole('region', { name: words.rows }).getByText('850.000 đ')).toBeVisible();
        await expectAccessible(page, `the table of a merge in ${language}`);
      });

      await test.step('a column is put into the text behind a brace', async () => {
        await named(words.toText).click();
        await page.getByRole('button', { name: words.edit }).click();
        const message = compose.message(compose.windows.last());
        await message.body.click();
        await page.keyboard.press('Control+Home');
        await page.keyboard.press('End');
        await page.keyboard.type('{ten');
        await expect(page.getByRole('option', { name: /^\{Tên\}/ })).toBeVisible();
        await expectAccessible(page, `columns behind a brace in ${language}`);
        await page.keyboard.press('Enter');
        await expect(message.body).toContainText('Chào {Tên}');
        await message.press(words.review);
      });

      await test.step('what is wrong is corrected, each message is seen, and a test comes', async () => {
        await expect(page.getByText(words.wrong).first()).toBeVisible();
        const preview = page.getByRole('region', { name: words.preview });
        await expect(preview.frameLocator('iframe').getByText('Chào Minh')).toBeVisible();
        await expectAccessible(page, `the check of a merge in ${language}`);
        await page.getByRole('textbox', { name: words.correct }).fill('dung.le@saomai.example');
        await page.keyboard.press('Enter');
        await expect(page.getByText(words.ready)).toBeVisible();
        await preview.getByRole('button', { name: words.later }).click();
        await expect(preview.frameLocator('iframe').getByText('Chào Hà')).toBeVisible();
        await preview.getByRole('button', { name: words.test }).click();
        await expect(page.getByText(words.tested)).toBeVisible();
      });

      await test.step('it is sent after one question, and the report says what became of each', async () => {
        await named(words.toSend).click();
        await page.getByRole('checkbox', { name: words.expected }).check();
        await expectAccessible(page, `the start of a merge in ${language}`);
        await page.getByRole('button', { name: words.send }).click();
        await expect(page.getByText(words.done, { exact: true })).toBeVisible({ timeout: 60_000 });
        await expect(page.getByText(words.sent)).toBeVisible({ timeout: 60_000 });
        const rows = page.getByRole('list', { name: words.results }).getByRole('listitem');
        await expect(rows).toHaveCount(3);
        await expectAccessible(page, `the report of a merge in ${language}`);
        const [download] = await Promise.all([page.waitForEvent('download'), named(words.csv).click()]);
        const chunks: Buffer[] = [];
        for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
        const report = Buffer.concat(chunks).toString('utf8');
        for (const person of ['minh.tran', 'ha.pham', 'dung.le']) expect(report).toContain(person);
      });

      await test.step('it stands in the list of merges, from the sidebar', async () => {
        await mailbox.showFolders();
        await mailbox.sidebar.getByRole('link', { name: words.all, exact: true }).click();
        const row = page
          .getByRole('list', { name: words.list })
          .getByRole('listitem')
          .filter({ hasText: subject });
        await expect(row.getByText(words.sentOf)).toBeVisible();
        await expectAccessible(page, `the list of merges in ${language}`);
      });
    });
  });
}
