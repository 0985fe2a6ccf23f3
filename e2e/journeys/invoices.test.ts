import { listInvoices, markInvoices } from '@bocau/contract/invoices.ts';
import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { invoiceText } from '@bocau/server/demo-world/invoices/write-invoice.ts';
import { INVOICE_STYLES } from '@bocau/server/test-kit/invoices/invoice-styles.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { PLACES } from '../pages/places.ts';
import { deliverFiles } from '../program/deliver-files.ts';

test.use({ world: 'invoices' });

const WORDS = {
  vi: {
    valid: 'Chữ ký hợp lệ',
    changed: 'Không khớp: nội dung đã bị sửa sau khi ký',
    doubled: 'Hóa đơn này đã nhận trước đó.',
    other: 'Xem hóa đơn kia',
    open: 'Xem hóa đơn',
    dialog: (number: string) => `Hóa đơn ${number}`,
    copy: 'Chép bảng',
    copied: 'Đã chép bảng',
    close: 'Đóng',
    month: 'Hóa đơn của tháng',
    rows: 'Danh sách hóa đơn',
    mark: 'Đánh dấu',
    booked: 'Đã hạch toán',
    undo: 'Hoàn tác',
    duplicate: 'Trùng',
    failed: 'Không khớp',
    sums: 'Tổng của danh sách',
    price: '3,5\t41000\t143500',
  },
  en: {
    valid: 'Signature valid',
    changed: 'Does not match: the content was changed after signing',
    doubled: 'This invoice came before.',
    other: 'View the other invoice',
    open: 'View invoice',
    dialog: (number: string) => `Invoice ${number}`,
    copy: 'Copy table',
    copied: 'Table copied',
    close: 'Close',
    month: 'Invoices of the month',
    rows: 'List of invoices',
    mark: 'Mark',
    booked: 'Booked',
    undo: 'Undo',
    duplicate: 'Duplicate',
    failed: 'Does not match',
    sums: 'Sum of the list',
    price: '3.5\t41000\t143500',
  },
} as const;

const [STYLE] = INVOICE_STYLES;

/** Each place has numbers and a month of its own, as all share one mailbox. */
const OWN = {
  'vi wide': { number: '128', date: '2026-10-05' },
  'en phone': { number: '228', date: '2026-09-05' },
  'en wide': { number: '328', date: '2026-08-05' },
  'vi phone': { number: '428', date: '2026-07-05' },
};

for (const { language, viewport, size, tag } of PLACES) {
  const isPhone = size === 'phone';
  const words = WORDS[language];
  const { number, date } = OWN[`${language} ${size}`];
  const altered = `${number}9`;
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('invoices come with mail, are checked, and stand in the list of their month', async ({
      page,
      program,
    }) => {
      const subject = (kind: string) => `Hóa đơn ${kind} ${number}`;
      const good = STYLE?.write(invoiceText({ number, date })) ?? '';
      const other = STYLE?.write(invoiceText({ number: altered, date })) ?? '';
      const files = (content: string) => [{ name: 'hoadon.xml', content }];
      await deliverFiles(program, { subject: subject('tháng'), files: files(good) });
      const mailbox = mailboxPage(page, language);
      await mailbox.enter('/folder/INBOX');
      const numbersRead = async () => {
        const headers = { [COOKIE_HEADER.name]: COOKIE_HEADER.value };
        const answer = await page.request.get(`${listInvoices.path}?month=${date.slice(0, 7)}`, { headers });
        return (await answer.json()).data.length;
      };
      await expect.poll(numbersRead).toBe(1);
      await deliverFiles(program, { subject: subject('gửi lại'), files: files(good) });
      await deliverFiles(program, {
        subject: subject('bị sửa'),
        files: files(other.replace('>41000<', '>42000<')),
      });
      await expect.poll(numbersRead).toBe(3);

      const row = (kind: string) => mailbox.row(subject(kind));
      const card = (of: string) => page.getByRole('region', { name: new RegExp(`${of} `) });

      await test.step('a good one is a card, and drawn as on paper', async () => {
        await mailbox.open(row('tháng'));
        await expect(card(number).getByText(words.valid).first()).toBeVisible();
        await expectAccessible(page, 'a message with an invoice');
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await card(number).getByRole('button', { name: words.open }).click();
        const dialog = page.getByRole('dialog', { name: words.dialog(number) });
        await dialog.getByRole('button', { name: words.copy }).click();
        await expect(page.getByText(words.copied)).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(words.price);
        await expectAccessible(page, 'an invoice as on paper');
        await dialog.getByRole('button', { name: words.close, exact: true }).click();
        await mailbox.backToList();
      });

      await test.step('a doubled one tells of the first, an altered one of what is wrong', async () => {
        await mailbox.open(row('gửi lại'));
        await expect(card(number).getByText(words.doubled)).toBeVisible();
        await mailbox.backToList();
        await mailbox.open(row('bị sửa'));
        await expect(card(altered).getByText(words.changed).first()).toBeVisible();
      });

      await test.step('the list of the month has all, sums what counts, and keeps marks', async () => {
        await card(altered).getByRole('link', { name: words.month }).click();
        const grid = page.getByRole('grid', { name: words.rows });
        await expect(grid.getByRole('row')).toHaveCount(3);
        await expect(grid.getByText(words.duplicate, { exact: true })).toBeVisible();
        await expect(grid.getByText(words.failed, { exact: true }).first()).toBeVisible();
        const sums = page.getByRole('region', { name: words.sums });
        await sums.getByRole('button', { expanded: false }).click();
        await expect(page.getByRole('cell', { name: '10%' })).toBeVisible();
        await expectAccessible(page, 'the list of invoices');
        const marked = page.waitForResponse((answer) => answer.url().endsWith(markInvoices.path));
        await grid.getByRole('row').first().getByRole('checkbox').check();
        await page.getByRole('button', { name: words.mark, exact: true }).click();
        await page.getByRole('menuitemcheckbox', { name: words.booked }).click();
        await expect(grid.getByText(words.booked)).toBeVisible();
        expect((await marked).status()).toBe(200);
        const undone = page.waitForResponse((answer) => answer.url().endsWith(markInvoices.path));
        await page.getByRole('button', { name: words.undo }).click();
        await expect(grid.getByText(words.booked)).toBeHidden();
        expect((await undone).status()).toBe(200);
        if (isPhone) {
          await page.goBack();
          await expect(page.getByRole('button', { name: words.mark, exact: true })).toBeHidden();
          await expect(grid).toBeVisible();
        }
      });

      await test.step('each line leads to its message', async () => {
        const grid = page.getByRole('grid', { name: words.rows });
        await grid.getByRole('link').first().click();
        await expect(mailbox.thread.getByRole('heading', { level: 1 })).toHaveText(subject('bị sửa'));
      });
    });
  });
}
