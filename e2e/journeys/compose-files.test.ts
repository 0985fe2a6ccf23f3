import { haPham } from '@bocau/server/demo-world/people.ts';
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { type InPlace, OTHER_PLACES } from '../pages/places.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';
import { type Language, sayIn } from '../pages/words.ts';
import { draftsOf } from '../program/drafts-of.ts';
import { mailOf } from '../program/mail-of.ts';
import { BAD_WORDS } from '../program/start-scanner.ts';

test.use({ world: 'compose-files', scanned: true });

const MB = 1024 * 1024;
const UPLOADS = '**/api/v2/files';

const PLACES: InPlace[] = [
  { language: 'vi', viewport: LAPTOP, tag: [] },
  { language: 'en', viewport: PHONE, tag: [OTHER_PLACES] },
];

for (const { language, viewport, tag } of PLACES) {
  test.describe(`${language}, ${viewport.width} wide`, { tag }, () => {
    test.use({ language, viewport });

    test('AT-2 AT-3 AT-4 AT-5 AT-13 CW-11 SD-4 files are dropped, refused, cut off, stopped and taken out', async ({
      page,
      noise,
    }) => {
      const say = sayIn(language);
      const message = await startMessage(page, language, 'Kho tệp');

      await test.step('dropped: what may not go along says why, and a zip is pointed out', async () => {
        await message.drop([
          { name: 'bang-gia.zip' },
          { name: 'cai-dat.EXE' },
          { name: 'phim.mp4', bytes: 25 * MB + 1 },
        ]);
        await expect(message.file('bang-gia.zip')).toContainText(/0[.,]1 KB/);
        await expect(message.file('cai-dat.EXE')).toContainText(say('blockedExe'));
        await expect(message.file('phim.mp4')).toContainText(say('tooLarge'));
        await expect(message.form.getByText(say('compressed'))).toBeVisible();
        await expectAccessible(page, 'a message with files that may not go along');
      });

      await test.step('413 of whatever stands before the server, and a cut line that is tried again', async () => {
        noise.expect(/^413 |^400 .*\/files|ERR_CONNECTION_RESET/);
        await page.route(UPLOADS, (route) => route.fulfill({ status: 413, body: '<h1>Too large</h1>' }));
        await message.drop([{ name: 'anh.png' }]);
        await expect(message.file('anh.png')).toContainText(say('tooLarge'));
        await page.unroute(UPLOADS);
        await page.route(UPLOADS, (route) => route.abort('connectionreset'));
        await message.drop([{ name: 'hop-dong.pdf' }]);
        await expect(message.file('hop-dong.pdf')).toContainText(say('notUploaded'));
        await page.unroute(UPLOADS);
        await message
          .file('hop-dong.pdf')
          .getByRole('button', { name: say('retryUpload') })
          .click();
        await expect(message.file('hop-dong.pdf')).toContainText(/0[.,]1 KB/);
      });

      await test.step('an upload is stopped, and what was refused is taken out', async () => {
        const upload = await holdUploads(page);
        await message.drop([{ name: 'dai.pdf' }]);
        await message
          .file('dai.pdf')
          .getByRole('button', { name: say('stopUpload') })
          .click();
        await expect(message.file('dai.pdf')).toHaveCount(0);
        await upload.release((route) => route.abort());
        for (const name of ['cai-dat.EXE', 'phim.mp4', 'anh.png']) {
          await message
            .file(name)
            .getByRole('button', { name: say('removeFile') })
            .click();
        }
        await expect(message.files.getByRole('listitem')).toHaveCount(2);
      });

      await test.step('more than 25 MB in all can not be sent until it is less', async () => {
        await message.drop([
          { name: 'nua-dau.bin', bytes: 13 * MB },
          { name: 'nua-sau.bin', bytes: 13 * MB },
        ]);
        await expect(message.form.getByRole('alert')).toContainText(say('overTotal'));
        await expect(message.send).toBeDisabled();
        await expect(message.form.getByRole('button', { name: say('otherWays') })).toBeDisabled();
        await message
          .file('nua-sau.bin')
          .getByRole('button', { name: say('removeFile') })
          .click();
        await expect(message.form.getByRole('alert')).toHaveCount(0);
        await expect(message.send).toBeEnabled();
      });
      await message.pressOption(say('deleteDraft'));
    });

    test('SD-9 AT-13 a message goes by itself when its files are up, unless it is changed or one of them fails', async ({
      page,
      program,
      noise,
    }) => {
      const compose = composePage(page, language);
      const { say } = compose;
      const subject = `Tệp đang lên ${language}`;
      const own = await mailOf(program);
      const message = await startMessage(page, language, subject);
      const asks = page.getByRole('dialog', { name: say('stillUploading') });
      const waits = message.form.getByText(say('willGoByItself'));
      const wait = async () => {
        await message.send.click();
        await asks.getByRole('button', { name: say('waitAndSend') }).click();
        await expect(waits).toBeVisible();
      };

      await test.step('it waits, and typing ends that', async () => {
        const upload = await holdUploads(page);
        await message.drop([{ name: 'bien-ban.pdf' }]);
        await message.send.click();
        await expect(asks).toContainText('bien-ban.pdf');
        await page.keyboard.press('Escape');
        await expect(asks).toBeHidden();
        await wait();
        await expect(message.send).toBeDisabled();
        await expectAccessible(page, 'a message that waits for its files');
        await message.body.click();
        await page.keyboard.type(' Thêm một ý.');
        await expect(compose.notice(say('notSentEdited'))).toBeVisible();
        await expect(waits).toBeHidden();
        await upload.release((route) => route.continue());
        await expect(message.file('bien-ban.pdf')).toContainText(/0[.,]1 KB/);
      });

      await test.step('one that fails is asked about instead of being left out', async () => {
        noise.expect(/ERR_CONNECTION_RESET/);
        const upload = await holdUploads(page);
        await message.drop([{ name: 'phu-luc.pdf' }]);
        await wait();
        await upload.release((route) => route.abort('connectionreset'));
        const failed = page.getByRole('dialog', { name: say('filesFailed') });
        await expect(failed).toContainText('phu-luc.pdf');
        await expect(failed.getByRole('button', { name: say('withoutThem') })).toBeVisible();
        await failed.getByRole('button', { name: say('goBack') }).click();
        await expect(message.form).toBeVisible();
      });

      await test.step('put aside it goes by itself, with everything', async () => {
        const upload = await holdUploads(page);
        await message
          .file('phu-luc.pdf')
          .getByRole('button', { name: say('retryUpload') })
          .click();
        await wait();
        const [draft] = await draftsOf(own, subject);
        await message.press(say('minimize'));
        await upload.release((route) => route.continue());
        await expect(compose.windows).toHaveCount(0);
        await expect(compose.notice(say('onItsWay'))).toBeVisible();
        const { data: given } = await own.api.getMessage({ params: { id: draft?.id ?? '' }, query: {} });
        expect(given.sending?.state).toBe('held');
        expect(given.files.map(({ name }) => name)).toEqual(['bien-ban.pdf', 'phu-luc.pdf']);
        expect(given.body).toContain('Thêm một ý.');
      });
    });

    test('SD-7 AT-6 AT-7 files with a virus, and ones that were not scanned, are asked about', async ({
      page,
    }) => {
      const { say, windows, notice } = composePage(page, language);
      const subject = `Tệp lạ ${language}`;
      const message = await startMessage(page, language, subject);
      await message.write({
        files: [
          { name: 'la.doc', text: BAD_WORDS.virus },
          { name: 'qua-to.bin', text: BAD_WORDS.unscannable },
        ],
      });
      await expect(message.file('la.doc')).toContainText(language === 'vi' ? 'Có mã độc' : 'Infected');
      await message.send.click();
      const both = page.getByRole('dialog', { name: say('checkBeforeSending') });
      await expect(both.getByRole('list').first()).toHaveText('la.doc');
      await expect(both.getByRole('list').last()).toHaveText('qua-to.bin');
      await expect(both.getByRole('button', { name: say('goBack') })).toBeFocused();
      await page.keyboard.press('Enter');
      await message
        .file('la.doc')
        .getByRole('button', { name: say('removeFile') })
        .click();
      await message.send.click();
      const unscanned = page.getByRole('dialog', { name: say('notScanned') });
      await expect(unscanned).toContainText('qua-to.bin');
      await unscanned.getByRole('button', { name: say('sendAnyway') }).click();
      await expect(windows).toHaveCount(0);
      await expect(notice(say('onItsWay'))).toBeVisible();
    });
  });
}

async function startMessage(page: Page, language: Language, subject: string) {
  await mailboxPage(page, language).enter();
  const message = await composePage(page, language).openNew();
  await message.write({ to: haPham.email, subject, body: 'Kính gửi chị.' });
  return message;
}

/** Holds uploads in flight until `release` decides their fate. */
async function holdUploads(page: Page) {
  const { promise, resolve } = Promise.withResolvers<(route: Route) => Promise<void>>();
  await page.route(UPLOADS, async (route) => (await promise)(route));
  return {
    async release(how: (route: Route) => Promise<void>) {
      resolve(how);
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
