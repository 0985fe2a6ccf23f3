import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { mailOf } from '../../program/mail-of.ts';

const REFUSED = { error: { code: 'internal_error', message: 'A fault of ours' } };

/** The first chunks of compose to be requested. */
const CODE = /\/assets\/browser-compose-.*\.js/;
const STYLES = /\/assets\/compose-layer-.*\.css/;

test('ER-1 a part of the page that does not come says so, and offers to reload', async ({
  page,
  language,
  noise,
}) => {
  noise.expect(/ERR_FAILED .*\/assets\//);
  const compose = composePage(page, language);
  const { say, notice, windows } = compose;
  const open = page.getByRole('button', { name: say('compose'), exact: true });
  await page.route(CODE, (route) => route.abort());
  await mailboxPage(page, language).enter();
  await open.click();
  await expect(notice(say('partMissing'))).toBeVisible();
  await expect(windows).toHaveCount(0);
  const styles = await refuse(page, STYLES);
  await notice(say('partMissing'))
    .getByRole('button', { name: say('reload') })
    .click();
  await open.click();
  await expect(notice(say('partMissing'))).toBeVisible();
  await page.unroute(CODE);

  await test.step('nothing is shown without its styles, nor are they asked for without an end', async () => {
    await open.click();
    await expect.poll(styles.count).toBeGreaterThan(0);
    await expect(notice(say('partMissing'))).toBeVisible();
    await expect(windows).toHaveCount(0);
    expect(styles.count()).toBeLessThan(5);
  });

  await test.step('both come when they are needed again, without a reload', async () => {
    await page.unroute(STYLES);
    await compose.openNew();
    await expect.poll(async () => (await windows.last().boundingBox())?.width).toBe(600);
  });
});

test('ER-2 ER-3 a call that is refused says so, one that nothing was heard of is made again in silence', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/^400 .*\/threads\/|ERR_FAILED .*\/threads\//);
  const mailbox = mailboxPage(page, language);
  const { say } = mailbox;
  const mail = await mailOf(program);
  const subject = 'Gắn sao nhé';
  await mail.deliver(subject);
  await expect.poll(() => mail.folderOf(subject)).toEqual(['INBOX']);
  await mailbox.enter();
  const row = mailbox.row(subject);
  const star = row.getByRole('button', { name: say('star'), exact: true });
  const unstar = row.getByRole('button', { name: say('unstar'), exact: true });
  const told = composePage(page, language).notice(say('systemError'));
  let heard = 0;

  await page.route(/\/api\/v2\/threads\/[^/]+$/, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    heard += 1;
    return heard === 1 ? route.fulfill({ status: 400, json: REFUSED }) : route.abort();
  });
  await star.click();
  await expect(told).toBeVisible();
  await expect(star).toBeVisible();
  await expect(told).toBeHidden();
  await star.click();
  await expect.poll(() => heard).toBeGreaterThan(1);
  await expect(unstar).toBeVisible();
  await expect(told).toBeHidden();
  await page.unrouteAll({ behavior: 'wait' });
  await expect.poll(() => mail.isStarred(subject)).toBe(true);
});

/** Aborts matching requests and counts them. */
async function refuse(page: Page, address: RegExp) {
  let refused = 0;
  await page.route(address, (route) => {
    refused += 1;
    return route.abort();
  });
  return { count: () => refused };
}
