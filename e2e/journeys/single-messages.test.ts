import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { OTHER_PLACES } from '../pages/places.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';
import { deliver } from '../program/deliver.ts';

// Shares a world with other journeys: they leave it as they found it, except for messages with unique
// subjects.
test.use({ world: 'two-tabs' });

for (const { language, viewport, tag } of [
  { language: 'vi', viewport: LAPTOP, tag: [] },
  { language: 'en', viewport: PHONE, tag: [OTHER_PLACES] },
] as const) {
  test.describe(`${language}, ${viewport.width} wide`, { tag: [...tag] }, () => {
    test.use({ language, viewport });

    test('OR-5 TD-11 without conversations each message is a row, in every tab, and acts are on it alone', async ({
      context,
      page,
      program,
    }) => {
      const here = mailboxPage(page, language);
      const { say, row } = here;
      const subject = `Đối chiếu quý ${viewport.width}`;
      const asked = await deliver(program, { subject });
      await deliver(program, { subject: `Re: ${subject}`, html: '<p>Lần hai</p>' }, asked);
      await here.enter();
      await expect(row(subject)).toHaveCount(1);

      const settings = await context.newPage();
      await settings.goto('/setting/general');
      const choice = settings.getByRole('radiogroup', { name: say('conversationView') });
      await choice.getByRole('radio', { name: say('off'), exact: true }).check();
      await settings.getByRole('button', { name: say('save'), exact: true }).click();
      await expect(settings.getByText(say('settingsSaved'))).toBeVisible();

      await expect(row(subject)).toHaveCount(2);
      // A background tab renders one frame per second, and a click needs two.
      await page.bringToFront();
      await here.open(row(subject).first());
      await expect(here.thread.getByRole('article')).toHaveCount(1);
      await expect(here.thread.getByRole('heading', { level: 1 })).toHaveText(`Re: ${subject}`);
      await here.act(say('delete'), here.thread);
      await expect(row(subject)).toHaveCount(1);
      await here.undo();
      await expect(row(subject)).toHaveCount(2);

      await here.open(row(subject).last());
      await here.thread.getByRole('button', { name: say('showConversation') }).click();
      await expect(here.thread.getByRole('article')).toHaveCount(2);
      await here.backToList();

      await settings.bringToFront();
      await choice.getByRole('radio', { name: say('on'), exact: true }).check();
      await settings.getByRole('button', { name: say('save'), exact: true }).click();
      await expect(row(subject)).toHaveCount(1);
    });
  });
}
