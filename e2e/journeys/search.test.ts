import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { IN_EACH_LANGUAGE } from '../pages/places.ts';

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('SB-1 SB-2 SB-4 SB-12 RT-2 type-ahead offers conversations, texts and what was typed; a search looks into files', async ({
      page,
    }) => {
      const mailbox = mailboxPage(page, language);
      const { say } = mailbox;
      await mailbox.enter();
      const suggestions = page.getByRole('listbox', { name: say('suggestions') });

      await mailbox.search.pressSequentially('cong no');
      const offered = suggestions.getByRole('option');
      await expect(offered.filter({ hasText: /công nợ/i }).first()).toBeVisible();
      await expect(offered.filter({ hasText: 'cong no' })).toBeVisible();
      await offered
        .filter({ hasText: /công nợ/i })
        .first()
        .click();
      await expect(page).toHaveURL(/\/folder\/[^/]+\/[^/?]+\?src=search-suggest/);
      await expect(mailbox.thread.getByRole('heading', { level: 1 })).toContainText(/công nợ/i);

      await page.goBack();
      await mailbox.search.fill('hop dong so 18');
      await mailbox.search.press('Enter');
      await expect(page).toHaveURL(/\/advance-search\?q=hop(\+|%20)dong(\+|%20)so(\+|%20)18$/);
      const contract = mailbox.row(/Hợp đồng số 18/);
      await expect(contract.first()).toBeVisible();
      await expect(contract.first().locator('mark').first()).toHaveText(/^hợp$/i);

      await mailbox.search.fill('"tin học văn phòng, tiếng Anh"');
      await mailbox.search.press('Enter');
      await expect(mailbox.rows.first()).toContainText(/CV .+\.docx/);
    });

    test('SB-6 SB-11 RT-3 the form and the box understand each other, and the address holds it all', async ({
      page,
    }) => {
      const mailbox = mailboxPage(page, language);
      const { say, rows } = mailbox;
      await mailbox.enter();
      const advanced = page.getByRole('dialog', { name: say('advanced') });

      await page.getByRole('button', { name: say('advanced') }).click();
      await advanced.getByRole('button', { name: say('folderField') }).click();
      await expect(advanced.getByRole('listbox')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(advanced.getByRole('listbox')).toBeHidden();
      await advanced.getByLabel(say('subject')).fill('bao cao');
      await advanced.getByRole('checkbox', { name: say('hasAttachment') }).check();
      await advanced.getByRole('button', { name: say('searchNow'), exact: true }).click();
      await expect(page).toHaveURL(/has_attachment=true/);
      await expect(page).toHaveURL(/subject=bao/);
      await expect(rows.first()).toContainText(/báo cáo/i);
      await expect(mailbox.search).toHaveValue(language === 'vi' ? /có:tệp/ : /has:attachment/);
      const found = await mailbox.subjects();
      const address = page.url();

      await page.reload();
      await expect(rows.first()).toBeVisible();
      await expect.poll(() => mailbox.subjects()).toEqual(found);

      await mailbox.open(rows.first());
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expect(rows.first()).toBeVisible();

      await mailbox.search.fill(language === 'vi' ? 'là:c' : 'is:u');
      await expect(page.getByRole('option').first()).toBeVisible();
      await mailbox.search.press('ArrowDown');
      await mailbox.search.press('Enter');
      await expect(mailbox.search).toHaveValue(language === 'vi' ? 'là:chưa đọc ' : 'is:unread ');

      await mailbox.search.fill('from:minh.tran@saomai.example has:attachment');
      await mailbox.search.press('Enter');
      await expect(page).toHaveURL(/minh\.tran/);
      await expect(rows.first()).toBeVisible();
      await page.getByRole('button', { name: say('advanced') }).click();
      await expect(advanced.getByRole('checkbox', { name: say('hasAttachment') })).toBeChecked();
      await expect(advanced).toContainText('minh.tran@saomai.example');
      await advanced.getByRole('button', { name: say('reset') }).click();
      await expect(page).toHaveURL(/\/folder\/INBOX$/);

      const chip = page.getByRole('button', { name: say('onlyStarred'), exact: true });
      await chip.click();
      await expect(page).toHaveURL(/\/folder\/INBOX\?is_star=true$/);
      await expect(page).toHaveTitle(new RegExp(` · ${say('onlyStarred')} `));
      await page.reload();
      await expect(rows.filter({ has: page.getByRole('button', { pressed: true }) }).first()).toBeVisible();
      await expect(rows.filter({ has: page.getByRole('button', { pressed: false }) })).toHaveCount(0);
      await expect(chip).toHaveAttribute('aria-pressed', 'true');
      await page.goBack();
      await expect(page).toHaveURL(/\/folder\/INBOX$/);
      await expect(chip).toHaveAttribute('aria-pressed', 'false');
    });
  });
}
