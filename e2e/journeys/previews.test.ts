import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';

test('TD-18 TD-19 a mail that came as a file is read in the overlay, as mail is', async ({
  page,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await mailbox.search.fill('thu khieu nai cua khach le kem thu goc');
  await mailbox.search.press('Enter');
  await mailbox.open(mailbox.row('kèm thư gốc'));
  await mailbox.thread.getByRole('button', { name: 'Phạm Thu Hà' }).click();
  await mailbox.thread.getByRole('button', { name: 'Xem thu-goc.eml' }).click();
  const overlay = page.getByRole('dialog');
  await expect(overlay.getByRole('heading', { name: 'Khay may bi bung nan' })).toBeVisible();
  await expect(overlay).toContainText('Nguyen Ha My <hamy@hopthu.example>');
  await expect(overlay).toContainText('sales@saomai.example');
  await expect(overlay).toContainText('Mình thích mẫu này lắm nên mong được đổi cái khác.');
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();
});

test('PV-5 an invitation is a card with its time where the reader is, its place and who asks', async ({
  page,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await mailbox.search.fill('hop chot lich tau thang toi');
  await mailbox.search.press('Enter');
  await mailbox.open(mailbox.row('Lời mời: Họp chốt lịch tàu tháng tới'));
  const calendar = mailbox.thread.getByRole('button', { name: 'Xem invite.ics' });
  const answer = page.waitForResponse(/\/files\/[^/]+\/download/);
  await calendar.click();
  const overlay = page.getByRole('dialog');
  await expect(overlay.getByRole('heading', { name: 'Họp chốt lịch tàu tháng tới' })).toBeVisible();
  await expect(overlay).toContainText('Trực tuyến – http://hop.hailonglogistics.example/r/4410');
  const source = await (await answer).text();
  await expect(overlay).toContainText(`${inVietnam(source, 'DTSTART')}–`);
  await expect(overlay).toContainText(
    /CN=/.test(source) ? (/CN=([^:;\r\n]+)/.exec(source)?.[1] ?? '?') : '?',
  );
});

/** Day and hour as they are seven hours east of Greenwich. */
function inVietnam(source: string, name: string): string {
  const [, ...parts] = new RegExp(`${name}:(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)`).exec(source) ?? [];
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts.map(Number);
  const [date = '', time = ''] = new Date(Date.UTC(year, month - 1, day, hour + 7, minute))
    .toISOString()
    .split('T');
  return `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`;
}
