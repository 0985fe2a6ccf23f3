import { haPham } from '@bocau/server/test-kit/world/people.ts';
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';
import { type Language, sayIn } from '../pages/words.ts';
import { draftsOf } from '../program/drafts-of.ts';
import { mailOf } from '../program/mail-of.ts';
import { BAD_WORDS } from '../program/start-scanner.ts';

test.use({ world: 'compose-files', scanned: true });

const MB = 1024 * 1024;
const UPLOADS = '**/api/v2/files';

const PLACES = [
  { language: 'vi', viewport: LAPTOP },
  { language: 'en', viewport: PHONE },
] as const;

for (const { language, viewport } of PLACES) {
  test.describe(`${language}, ${viewport.width} wide`, () => {
    test.use({ language, viewport });

    test('AT-2 AT-3 AT-4 AT-5 AT-13 CW-11 SD-4 files are dropped, refused, cut off, stopped and taken out', async ({
      page,
      noise,
    }) => {
      const say = sayIn(language);
      const letter = await startLetter(page, language, 'Kho tệp');

      await test.step('dropped: what may not go along says why, and a zip is pointed out', async () => {
        await letter.drop([
          { name: 'bang-gia.zip' },
          { name: 'cai-dat.EXE' },
          { name: 'phim.mp4', bytes: 25 * MB + 1 },
        ]);
        await expect(letter.file('bang-gia.zip')).toContainText('0.1 KB');
        await expect(letter.file('cai-dat.EXE')).toContainText(say('blockedExe'));
        await expect(letter.file('phim.mp4')).toContainText(say('tooLarge'));
        await expect(letter.form.getByText(say('compressed'))).toBeVisible();
        await expectAccessible(page, 'a letter with files that may not go along');
      });

      await test.step('413 of whatever stands before the server, and a cut line that is tried again', async () => {
        noise.expect(/^413 |ERR_CONNECTION_RESET/);
        await page.route(UPLOADS, (route) => route.fulfill({ status: 413, body: '<h1>Too large</h1>' }));
        await letter.drop([{ name: 'anh.png' }]);
        await expect(letter.file('anh.png')).toContainText(say('tooLarge'));
        await page.unroute(UPLOADS);
        await page.route(UPLOADS, (route) => route.abort('connectionreset'));
        await letter.drop([{ name: 'hop-dong.pdf' }]);
        await expect(letter.file('hop-dong.pdf')).toContainText(say('notUploaded'));
        await page.unroute(UPLOADS);
        await letter
          .file('hop-dong.pdf')
          .getByRole('button', { name: say('retryUpload') })
          .click();
        await expect(letter.file('hop-dong.pdf')).toContainText('0.1 KB');
      });

      await test.step('an upload is stopped, and what was refused is taken out', async () => {
        const upload = await holdUploads(page);
        await letter.drop([{ name: 'dai.pdf' }]);
        await letter
          .file('dai.pdf')
          .getByRole('button', { name: say('stopUpload') })
          .click();
        await expect(letter.file('dai.pdf')).toHaveCount(0);
        await upload.letGo((route) => route.abort());
        for (const name of ['cai-dat.EXE', 'phim.mp4', 'anh.png']) {
          await letter
            .file(name)
            .getByRole('button', { name: say('removeFile') })
            .click();
        }
        await expect(letter.files.getByRole('listitem')).toHaveCount(2);
      });

      await test.step('more than 25 MB in all can not be sent until it is less', async () => {
        await letter.drop([
          { name: 'nua-dau.bin', bytes: 13 * MB },
          { name: 'nua-sau.bin', bytes: 13 * MB },
        ]);
        await expect(letter.form.getByRole('alert')).toContainText(say('overTotal'), { timeout: 20_000 });
        await expect(letter.send).toBeDisabled();
        await expect(letter.form.getByRole('button', { name: say('otherWays') })).toBeDisabled();
        await letter
          .file('nua-sau.bin')
          .getByRole('button', { name: say('removeFile') })
          .click();
        await expect(letter.form.getByRole('alert')).toHaveCount(0);
        await expect(letter.send).toBeEnabled();
      });
      await letter.press(say('deleteDraft'));
    });

    test('SD-9 AT-13 a letter goes by itself when its files are up, unless it is changed or one of them fails', async ({
      page,
      program,
      noise,
    }) => {
      const compose = composePage(page, language);
      const { say } = compose;
      const subject = `Tệp đang lên ${language}`;
      const own = await mailOf(program);
      const letter = await startLetter(page, language, subject);
      const asks = page.getByRole('dialog', { name: say('stillUploading') });
      const waits = letter.form.getByText(say('willGoByItself'));
      const wait = async () => {
        await letter.send.click();
        await asks.getByRole('button', { name: say('waitAndSend') }).click();
        await expect(waits).toBeVisible();
      };

      await test.step('it waits, and typing ends that', async () => {
        const upload = await holdUploads(page);
        await letter.drop([{ name: 'bien-ban.pdf' }]);
        await letter.send.click();
        await expect(asks).toContainText('bien-ban.pdf');
        await page.keyboard.press('Escape');
        await expect(asks).toBeHidden();
        await wait();
        await expect(letter.send).toBeDisabled();
        await expectAccessible(page, 'a letter that waits for its files');
        await letter.body.click();
        await page.keyboard.type(' Thêm một ý.');
        await expect(compose.notice(say('notSentEdited'))).toBeVisible();
        await expect(waits).toBeHidden();
        await upload.letGo((route) => route.continue());
        await expect(letter.file('bien-ban.pdf')).toContainText('0.1 KB');
      });

      await test.step('one that fails is asked about instead of being left out', async () => {
        noise.expect(/ERR_CONNECTION_RESET/);
        const upload = await holdUploads(page);
        await letter.drop([{ name: 'phu-luc.pdf' }]);
        await wait();
        await upload.letGo((route) => route.abort('connectionreset'));
        const failed = page.getByRole('dialog', { name: say('filesFailed') });
        await expect(failed).toContainText('phu-luc.pdf');
        await expect(failed.getByRole('button', { name: say('withoutThem') })).toBeVisible();
        await failed.getByRole('button', { name: say('goBack') }).click();
        await expect(letter.form).toBeVisible();
      });

      await test.step('put aside it goes by itself, with everything', async () => {
        const upload = await holdUploads(page);
        await letter
          .file('phu-luc.pdf')
          .getByRole('button', { name: say('retryUpload') })
          .click();
        await wait();
        await letter.press(say('minimize'));
        await upload.letGo((route) => route.continue());
        await expect(compose.windows).toHaveCount(0);
        await expect(compose.notice(say('onItsWay'))).toBeVisible();
        const [given] = await draftsOf(own, subject);
        expect(given?.sending?.state).toBe('held');
        expect(given?.files.map(({ name }) => name)).toEqual(['bien-ban.pdf', 'phu-luc.pdf']);
        expect(given?.body).toContain('Thêm một ý.');
      });
    });

    test('SD-7 AT-6 AT-7 files with a virus, and ones that were not scanned, are asked about', async ({
      page,
    }) => {
      const { say, windows, notice } = composePage(page, language);
      const subject = `Tệp lạ ${language}`;
      const letter = await startLetter(page, language, subject);
      await letter.write({
        files: [
          { name: 'la.doc', text: BAD_WORDS.virus },
          { name: 'qua-to.iso', text: BAD_WORDS.unscannable },
        ],
      });
      await expect(letter.file('la.doc')).toContainText(language === 'vi' ? 'Có mã độc' : 'Infected');
      await letter.send.click();
      const virus = page.getByRole('dialog', { name: say('virus') });
      await expect(virus).toContainText('la.doc');
      await expect(virus).not.toContainText('qua-to.iso');
      await expect(virus.getByRole('button', { name: say('goBack') })).toBeFocused();
      await page.keyboard.press('Enter');
      await letter
        .file('la.doc')
        .getByRole('button', { name: say('removeFile') })
        .click();
      await letter.send.click();
      const unscanned = page.getByRole('dialog', { name: say('notScanned') });
      await expect(unscanned).toContainText('qua-to.iso');
      await unscanned.getByRole('button', { name: say('sendAnyway') }).click();
      await expect(windows).toHaveCount(0);
      await expect(notice(say('onItsWay'))).toBeVisible();
    });
  });
}

async function startLetter(page: Page, language: Language, subject: string) {
  await mailboxPage(page, language).enter();
  const letter = await composePage(page, language).openNew();
  await letter.write({ to: haPham.email, subject, body: 'Kính gửi chị.' });
  return letter;
}

/** Uploads stay on their way until it is said what becomes of them. */
async function holdUploads(page: Page) {
  const { promise, resolve } = Promise.withResolvers<(route: Route) => Promise<void>>();
  await page.route(UPLOADS, async (route) => (await promise)(route));
  return {
    async letGo(how: (route: Route) => Promise<void>) {
      resolve(how);
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
