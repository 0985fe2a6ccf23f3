import { expect, test } from '../fixtures.ts';
import { expectUsable } from '../pages/expect-usable.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { OTHER_PLACES } from '../pages/places.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';

for (const { viewport, tag } of [
  { viewport: LAPTOP, tag: [] },
  { viewport: PHONE, tag: [OTHER_PLACES] },
]) {
  test.describe(`on ${viewport.width} px`, { tag }, () => {
    test.use({ viewport });

    test('LY-7 the switch of services stands in one place on every screen, the account included', async ({
      page,
      language,
    }) => {
      await mailboxPage(page, language).enter();
      const services = page.getByRole('navigation', { name: 'Dịch vụ' });
      const place = await services.boundingBox();
      for (const address of ['/drive', '/setting/general', '/account/home', '/account/protect']) {
        await page.goto(address);
        await expect(page.getByRole('main')).toBeVisible();
        await expect.poll(() => services.boundingBox(), { message: address }).toEqual(place);
        await expectUsable(page, address);
      }
      await services.getByRole('link', { name: 'Kho tệp' }).click();
      await expect(page).toHaveURL(/\/drive$/);
    });
  });
}
