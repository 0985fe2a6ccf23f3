import { haPham } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { expectUsable } from '../../pages/expect-usable.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { OTHER_PLACES } from '../../pages/places.ts';
import { PHONE } from '../../pages/screen-sizes.ts';
import { makeProvider } from '../../program/make-provider.ts';

test.use({ world: 'services' });

for (const { viewport, tag, console: pages } of [
  { viewport: { width: 1280, height: 800 }, tag: [], console: ['/admin', '/admin/people', '/admin/domains'] },
  { viewport: PHONE, tag: [OTHER_PLACES], console: [] },
]) {
  test.describe(`on ${viewport.width} px`, { tag }, () => {
    test.use({ viewport });

    test('LY-7 the switch of services stands in one place on every screen, the account included', async ({
      page,
      program,
      language,
    }) => {
      await mailboxPage(page, language).enter('/', haPham);
      await makeProvider(program.dataDir, haPham.email);
      const services = page.getByRole('navigation', { name: 'Dịch vụ' });
      const place = await services.boundingBox();
      const addresses = ['/drive', '/contacts', '/setting/general', '/account/home', '/account/protect'];
      for (const address of [...addresses, ...pages]) {
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
