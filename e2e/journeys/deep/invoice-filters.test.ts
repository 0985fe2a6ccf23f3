import { invoiceText } from '@bocau/server/demo-world/invoices/write-invoice.ts';
import { INVOICE_STYLES } from '@bocau/server/test-kit/invoices/invoice-styles.ts';
import { expect, test } from '../../fixtures.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { PLACES } from '../../pages/places.ts';
import { deliverFiles } from '../../program/deliver-files.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'invoice-filters' });

const WORDS = {
  vi: {
    add: 'Thêm bộ lọc',
    addCondition: 'Thêm điều kiện',
    type: 'Xét theo',
    invoice: 'Hóa đơn',
    total: 'Tổng tiền hóa đơn (đồng)',
    value: 'Giá trị',
    amount: '1.000.000',
    onlyHere: /^Chỉ có trong Bồ Câu/,
    next: 'Tiếp tục',
    save: 'Lưu XML và PDF của hóa đơn vào kho tệp',
    booked: 'Đã hạch toán',
    create: 'Tạo bộ lọc',
    later: 'Để sau',
    list: 'Danh sách bộ lọc',
    summary:
      'Có hóa đơn và tổng tiền hóa đơn trên 1.000.000 đồng → lưu hóa đơn vào Kho tệp/Hóa đơn/{năm}/{tháng}, đánh dấu hóa đơn “Đã hạch toán”',
    folders: ['Hóa đơn', '2026', '10'],
  },
  en: {
    add: 'Add filter',
    addCondition: 'Add condition',
    type: 'Look at',
    invoice: 'Invoice',
    total: 'Invoice total (đồng)',
    value: 'Value',
    amount: '1,000,000',
    onlyHere: /^Only in Bồ Câu/,
    next: 'Continue',
    save: 'Save the invoice’s XML and PDF in the drive',
    booked: 'Booked',
    create: 'Create filter',
    later: 'Later',
    list: 'Filters',
    summary:
      'Has an invoice and invoice total over 1,000,000 đồng → save the invoice in Drive/Invoices/{year}/{month}, mark the invoice “Booked”',
    folders: ['Invoices', '2026', '09'],
  },
} as const;

const OWN = {
  vi: { number: '511', date: '2026-10-06' },
  en: { number: '611', date: '2026-09-06' },
} as const;

const [STYLE] = INVOICE_STYLES;

for (const { language, viewport, size, tag } of PLACES) {
  if ((language === 'vi') !== (size === 'wide')) continue;
  const words = WORDS[language];
  const own = OWN[language];
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: size === 'phone' });

    test('IV-17 IV-18 a filter saves the files of invoices in the drive and marks them', async ({
      page,
      program,
    }) => {
      const mail = await mailOf(program);
      await mailboxPage(page, language).enter();
      await page.goto('/setting/customfilters');
      await page.getByRole('button', { name: words.add }).click();
      const dialog = page.getByRole('dialog');

      await test.step('it asks for an invoice and its total, and says that it is ours alone', async () => {
        await dialog.getByRole('combobox', { name: words.type }).selectOption({ label: words.invoice });
        await expect(dialog.getByText(words.onlyHere)).toBeVisible();
        await dialog.getByRole('button', { name: words.addCondition }).click();
        await dialog.getByRole('combobox', { name: words.type }).last().selectOption({ label: words.total });
        await dialog.getByRole('textbox', { name: words.value }).fill(words.amount);
        await expectAccessible(page, 'conditions about invoices');
        await dialog.getByRole('button', { name: words.next }).click();
      });

      await test.step('it saves and marks', async () => {
        await dialog.getByRole('checkbox', { name: words.save }).check();
        await dialog.getByRole('checkbox', { name: words.booked }).check();
        await expectAccessible(page, 'acts on invoices');
        await dialog.getByRole('button', { name: words.create }).click();
        await expect(page.getByRole('list', { name: words.list })).toContainText(words.summary);
      });

      await test.step('the next invoice is in its folder of the drive, and marked', async () => {
        const content = STYLE?.write(invoiceText(own)) ?? '';
        await deliverFiles(program, {
          subject: `Hóa đơn ${own.number}`,
          files: [{ name: 'hoadon.xml', content }],
        });
        const marks = async () => {
          const { data } = await mail.api.listInvoices({ query: { search: own.number } });
          return data.map(({ marks }) => marks.booked);
        };
        await expect.poll(marks).toEqual([true]);
        const names = async () => {
          const path = `/${words.folders.join('/')}`;
          const files = await mail.api.listDriveFiles({ query: { path } }).catch(() => ({ data: [] }));
          return files.data.map(({ name }) => name);
        };
        await expect.poll(names).toEqual([`0910004006_1C26THS_${own.number}.xml`]);
        const { data: rules } = await mail.api.listRules({});
        for (const { id } of rules) await mail.api.deleteRule({ params: { id } });
      });
    });
  });
}
