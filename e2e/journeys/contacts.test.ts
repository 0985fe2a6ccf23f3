import { expect, test } from '../fixtures.ts';
import { contactsPage } from '../pages/contacts-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { PLACES } from '../pages/places.ts';

test.use({ world: 'contacts' });

for (const [place, { language, size, viewport, tag }] of PLACES.entries()) {
  const isPhone = size === 'phone';
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CT-5 a contact is made, found without accents and by number, edited, made a favourite, thrown away and brought back', async ({
      page,
    }) => {
      const contacts = contactsPage(page, language);
      const { say, row, rows, card, dialog, field, search } = contacts;
      const [name, first, number] = [
        `Đặng Hồng Ánh ${language} ${size}`,
        `dang hong anh ${language} ${size}`,
        `0987 111 22${place}`,
      ];
      const backToList = async () => {
        if (isPhone) await card.getByRole('button', { name: say('back') }).click();
      };
      await contacts.enter();
      await expect(page).toHaveTitle(`${say('title')} – Bồ Câu`);
      await expectAccessible(page, 'the contacts');

      await test.step('makes it, and sees its card', async () => {
        await page.getByRole('button', { name: say('new') }).click();
        await field('name').fill(name);
        await field('organisation').fill('Gốm Bát Tràng');
        await field('phone').fill(number);
        await field('email').fill('anh.dang@gom.example');
        await expectAccessible(page, 'the form of a contact');
        await dialog.getByRole('button', { name: say('save') }).click();
        await expect(dialog).toBeHidden();
        await expect(card.getByRole('heading', { name })).toBeVisible();
        await expect(card.getByRole('link', { name: number, exact: true })).toHaveAttribute(
          'href',
          `tel:+8498711122${place}`,
        );
        await expectAccessible(page, 'the card of a contact');
      });

      await test.step('finds it without accents, and by a part of its number', async () => {
        await backToList();
        for (const typed of [first, `11122${place}`]) {
          await search.fill(typed);
          await expect(page).toHaveURL(new RegExp(`q=${typed.replaceAll(' ', '\\+')}$`));
          await expect(rows).toHaveCount(1);
          await expect(row(name)).toBeVisible();
        }
      });

      await test.step('edits it', async () => {
        await row(name).click();
        await page.keyboard.press('e');
        await field('notes').fill('Gọi sau 9 giờ');
        await page.keyboard.press('Control+s');
        await expect(dialog).toBeHidden();
        await expect(card.getByText('Gọi sau 9 giờ')).toBeVisible();
      });

      await test.step('makes it a favourite', async () => {
        await card.getByRole('button', { name: say('favorite') }).click();
        await page.goto('/contacts/favorites');
        await expect(row(name)).toBeVisible();
      });

      await test.step('throws it away, takes that back, and does it again', async () => {
        await row(name).click();
        await card.getByRole('button', { name: say('delete'), exact: true }).click();
        await page.getByRole('button', { name: say('undo') }).click();
        await backToList();
        await expect(row(name)).toBeVisible();
        await row(name).click();
        await card.getByRole('button', { name: say('delete'), exact: true }).click();
        await page.goto('/contacts/trash');
        await expect(row(name)).toBeVisible();
        await expectAccessible(page, 'the trash of the contacts');
      });

      await test.step('brings it back from the trash', async () => {
        await row(name).click();
        await card.getByRole('button', { name: say('restore') }).click();
        await page.goto('/contacts/favorites');
        await expect(row(name)).toBeVisible();
      });
    });
  });
}

test.describe('by keyboard alone', () => {
  test.use({ language: 'vi' });

  test('contacts are opened, marked, made, left with a question, selected, and thrown away with an undo', async ({
    page,
  }) => {
    const contacts = contactsPage(page, 'vi');
    const { say, row, rows, grid, card, dialog, field, search } = contacts;
    const { keyboard } = page;
    await contacts.enter();
    const second = (await rows.nth(1).getAttribute('aria-label'))?.split(',')[0] ?? '';

    await test.step('opens the second one, and closes it', async () => {
      await keyboard.press('j');
      await keyboard.press('j');
      await keyboard.press('Enter');
      await expect(card.getByRole('heading', { name: second })).toBeVisible();
      await keyboard.press('Escape');
      await expect(page).toHaveURL(/\/contacts$/);
      await expect(grid).toBeFocused();
    });

    await test.step('marks it, and takes that back', async () => {
      await keyboard.press('s');
      await expect(row(second)).toHaveAttribute('aria-label', new RegExp(say('favorites')));
      await keyboard.press('z');
      await expect(row(second)).not.toHaveAttribute('aria-label', new RegExp(say('favorites')));
    });

    await test.step('begins a new one, and is asked before what was typed is lost', async () => {
      await keyboard.press('c');
      await expect(field('name')).toBeFocused();
      await keyboard.type('Bùi Văn Phím');
      await keyboard.press('Escape');
      await page.getByRole('dialog', { name: say('discard') }).waitFor();
      await keyboard.press('Enter');
      await expect(field('name')).toHaveValue('Bùi Văn Phím');
      await keyboard.press('Control+Enter');
      await expect(card.getByRole('heading', { name: 'Bùi Văn Phím' })).toBeVisible();
      await expect(dialog).toBeHidden();
    });

    await test.step('acts on the one that was made', async () => {
      await keyboard.press('e');
      await expect(field('name')).toHaveValue('Bùi Văn Phím');
      await keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

    await test.step('finds it, and throws it away', async () => {
      await keyboard.press('/');
      await expect(search).toBeFocused();
      await keyboard.type('bui van phim');
      await expect(rows).toHaveCount(1);
      await keyboard.press('Tab');
      await grid.focus();
      await keyboard.press('j');
      await keyboard.press('x');
      await expect(row('Bùi Văn Phím')).toHaveAttribute('aria-selected', 'true');
      await keyboard.press('Delete');
      await expect(rows).toHaveCount(0);
      await keyboard.press('z');
      await expect(row('Bùi Văn Phím')).toBeVisible();
    });
  });
});
