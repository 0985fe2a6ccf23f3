import { expect, test } from '../../fixtures.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';

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
  const invitation = mailbox.thread.getByRole('article', { name: /Đặng Bảo Ngọc/ });
  const card = mailbox.thread.getByRole('region', { name: 'Lời mời' });
  await expect(card.getByRole('heading', { name: 'Họp chốt lịch tàu tháng tới' })).toBeVisible();
  await expect(card).toContainText('Trực tuyến – http://hop.hailonglogistics.example/r/4410');
  const day = String.raw`(?:Thứ (?:Hai|Ba|Tư|Năm|Sáu|Bảy)|Chủ nhật) \d\d/\d\d/\d{4}, `;
  // Depending on the hour of the run, the meeting ends after midnight.
  const time = String.raw`${day}\d\d:\d\d(?:–| – ${day})\d\d:\d\d, Việt Nam \(GMT\+7\)`;
  await expect(card).toContainText(new RegExp(time));
  await test.step('CL-391 an answer is taken back, and stays so', async () => {
    await card.getByRole('button', { name: 'Đồng ý' }).click();
    await expect(card.getByRole('status')).toContainText('Bạn đã đồng ý tham dự');
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect(
      page.getByText('Đã hoàn tác: Đã trả lời “Họp chốt lịch tàu tháng tới”: đồng ý'),
    ).toBeVisible();
    await page.reload();
    await expect(card.getByRole('button', { name: 'Đồng ý' })).toHaveAttribute('aria-pressed', 'false');
  });
  await test.step('and the file shows the same card', async () => {
    const file = invitation.getByRole('button', { name: 'Xem invite.ics' });
    await file.click();
    const overlay = page.getByRole('dialog');
    await expect(overlay.getByRole('heading', { name: 'Họp chốt lịch tàu tháng tới' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
    await expect(file).toBeFocused();
  });
});
