import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { minhTran } from '@bocau/server/demo-world/people.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { contactsPage } from '../../pages/contacts-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { PLACES } from '../../pages/places.ts';

test.use({ world: 'contacts' });

const DEPARTMENT = 'Phòng Kinh doanh miền Bắc và đối tác nước ngoài';

/** Lan Anh is the owner of the domain. */
async function describeColleague(page: Page): Promise<void> {
  const headers = { [COOKIE_HEADER.name]: COOKIE_HEADER.value };
  const found = await page.request.get('/api/v2/people', { headers });
  const { data } = (await found.json()) as { data: { id: string; email: string }[] };
  const minh = data.find(({ email }) => email === minhTran.email);
  const changed = await page.request.patch(`/api/v2/people/${minh?.id}`, {
    headers,
    data: { title: 'Trưởng phòng', department: DEPARTMENT, phone: '024 3555 0101' },
  });
  expect(changed.status()).toBe(200);
}

for (const { language, size, viewport, tag } of PLACES) {
  const isPhone = size === 'phone';
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CT-20 CT-23 a colleague is found in the directory, read, written to, and added to the contacts', async ({
      page,
    }) => {
      const contacts = contactsPage(page, language);
      const { say, row, rows, card, main } = contacts;
      const search = page.getByRole('searchbox', { name: say('searchDirectory') });
      await contacts.enter('/contacts/directory');
      await describeColleague(page);
      await page.reload();
      await expect(page).toHaveTitle(`${say('directory')} – ${say('title')} – Bồ Câu`);
      await expect(row(minhTran.name)).toContainText('Trưởng phòng');
      await expectAccessible(page, 'the directory');

      await test.step('narrows it to a department, and shows all again', async () => {
        await main.getByRole('button', { name: say('departments') }).click();
        await page.getByRole('menuitemradio', { name: DEPARTMENT }).click();
        await expect(rows).toHaveCount(1);
        await expectAccessible(page, 'a department of the directory');
        await main.getByRole('button', { name: say('allDepartments') }).click();
        await expect(rows).not.toHaveCount(1);
      });

      await test.step('finds by the title, without accents', async () => {
        await search.fill('truong phong');
        await expect(page).toHaveURL(/q=truong\+phong$/);
        await expect(rows).toHaveCount(1);
        await row(minhTran.name).click();
        await expect(card.getByRole('heading', { name: minhTran.name })).toBeVisible();
        await expect(card.getByRole('link', { name: '024 3555 0101', exact: true })).toBeVisible();
        await expectAccessible(page, 'a person of the directory');
      });

      await test.step('adds them to the contacts, and takes that back', async () => {
        await card.getByRole('button', { name: say('add') }).click();
        await expect(card.getByRole('link', { name: say('open') })).toBeVisible();
        await page.getByRole('button', { name: say('undo') }).click();
        await expect(card.getByRole('button', { name: say('add') })).toBeVisible();
      });

      await test.step('goes to all mail with them', async () => {
        await card.getByRole('link', { name: minhTran.email }).click();
        await expect(page).toHaveURL(/advance-search/);
        await expect(rows.first()).toBeVisible();
        await page.goBack();
        await expect(card.getByRole('heading', { name: minhTran.name })).toBeVisible();
      });
    });

    test('CT-24 somebody who was written to is added, and removed from suggestions; both are taken back', async ({
      page,
    }) => {
      const contacts = contactsPage(page, language);
      const { say, row, rows, card } = contacts;
      const name = 'Nora Lindqvist';
      await contacts.enter('/contacts/others');
      await expectAccessible(page, 'other people');

      await test.step('finds and opens one', async () => {
        await page.getByRole('searchbox', { name: say('searchOthers') }).fill('lindqvist');
        await expect(rows).toHaveCount(1);
        await row(name).click();
        await expect(card.getByRole('heading', { name })).toBeVisible();
        await expectAccessible(page, 'a person who was written to');
      });

      await test.step('removes them from suggestions, and takes that back', async () => {
        await card.getByRole('button', { name: say('forget') }).click();
        await expect(page.getByText(say('nobodyFound'))).toBeVisible();
        await page.getByRole('button', { name: say('undo') }).click();
        await expect(row(name)).toBeVisible();
      });

      await test.step('adds them, and sees their card', async () => {
        await row(name).click();
        await card.getByRole('button', { name: say('add') }).click();
        await expect(page).toHaveURL(/\/contacts\/c\//);
        await expect(card.getByRole('heading', { name })).toBeVisible();
        await page.getByRole('button', { name: say('undo') }).click();
        await page.goto('/contacts/others');
        await expect(row(name)).toBeVisible();
      });
    });
  });
}
