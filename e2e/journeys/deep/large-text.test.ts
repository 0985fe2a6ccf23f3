import { invoiceText } from '@bocau/server/demo-world/invoices/write-invoice.ts';
import { INVOICE_STYLES } from '@bocau/server/test-kit/invoices/invoice-styles.ts';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { enlargeText } from '../../pages/large-text.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { LAPTOP, PHONE } from '../../pages/screen-sizes.ts';
import { deliverFiles } from '../../program/deliver-files.ts';

test.use({ world: 'large-text' });

for (const viewport of [LAPTOP, PHONE]) {
  test.describe(`on ${viewport.width} px`, () => {
    test.use({ viewport });

    test('with text twice as large no screen is wider than the window, and all that is offered can be pressed', async ({
      page,
      program,
      language,
    }) => {
      await enlargeText(page);
      const content = INVOICE_STYLES[0]?.write(invoiceText()) ?? '';
      await deliverFiles(program, { subject: 'Hóa đơn', files: [{ name: 'hoadon.xml', content }] });
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say, rows } = mailbox;
      await mailbox.enter();
      expect(await rows.first().evaluate((row) => getComputedStyle(row).fontSize)).toBe('28px');
      await mailbox.pick(rows.nth(1));
      await rows.nth(1).getByRole('checkbox').click();
      await mailbox.showFolders();
      await mailbox.goTo(say('sent'));
      await mailbox.open(rows.first());
      await mailbox.backToList();
      const form = await compose.openNew();
      await form.write({ to: 'minh.tran@saomai.example', files: [{ name: 'bang-ke.txt', text: '1' }] });
      await form.form.getByRole('button', { name: say('saveAndClose') }).click();
      await expect(compose.windows).toHaveCount(0);
      for (const address of [
        '/drive',
        '/invoices',
        '/calendar/3days',
        '/calendar/month',
        '/calendar/agenda',
        '/setting/general',
        '/setting/folders',
        '/account/home',
        '/account/protect',
      ]) {
        await page.goto(address);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
      }
    });
  });
}

for (const viewport of [
  { width: 844, height: 390 },
  { width: 320, height: 568 },
]) {
  test.describe(`on ${viewport.width} × ${viewport.height}`, () => {
    // The quota line grows to a third row once the quota is known.
    test.use({ viewport, steady: false });

    test('with text twice as large files can be seen and scrolled to', async ({ page, language }) => {
      await enlargeText(page);
      await mailboxPage(page, language).enter('/drive');
      const files = page.getByRole('grid');
      const row = files.getByRole('row').first();
      await row.scrollIntoViewIfNeeded();
      await expect(row).toBeInViewport({ ratio: 0.9 });
      const [shown, whole] = await files.evaluate((grid) => [grid.clientHeight, window.innerHeight]);
      expect((shown ?? 0) / (whole ?? 1)).toBeGreaterThan(0.35);
    });
  });
}
