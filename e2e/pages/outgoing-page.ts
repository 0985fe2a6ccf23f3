import type { Page } from '@playwright/test';
import { mailboxPage } from './mailbox-page.ts';
import type { Language } from './words.ts';

/** The words about sent and scheduled messages, deliberately duplicated here instead of imported. */
const words = {
  scheduled: ['Hẹn giờ gửi', 'Scheduled'],
  periodic: ['Gửi định kỳ', 'Recurring'],
  willBeSent: ['Sẽ gửi lúc', 'Will be sent on'],
  changeTime: ['Đổi giờ', 'Change time'],
  tomorrowMorning: ['Sáng mai', 'Tomorrow morning'],
  newTime: ['Đã đổi giờ gửi', 'New time'],
  cancelSchedule: ['Hủy hẹn giờ', 'Cancel sending'],
  scheduleCancelled: ['Đã hủy hẹn giờ', 'Sending cancelled'],
  nothingScheduled: ['Không có thư hẹn giờ', 'No scheduled messages'],
  openDraft: ['Mở thư nháp', 'Open draft'],
  everyMonth: ['Mỗi tháng vào ngày 5, lúc 08:00, 12 lần', 'Every month on the 5th at 08:00, 12 times'],
  nextDates: ['Các lần gửi tới', 'Next dates'],
  pause: ['Tạm dừng', 'Pause'],
  paused: ['Gửi định kỳ, đang tạm dừng', 'Recurring, paused'],
  resume: ['Tiếp tục', 'Resume'],
  skipNext: ['Bỏ qua lần gửi tới', 'Skip the next one'],
  cancelPeriodic: ['Ngừng gửi định kỳ', 'Stop recurring'],
  periodicCancelled: ['Đã ngừng gửi định kỳ', 'Recurring message stopped'],
  recall: ['Thu hồi thư này', 'Recall this message'],
  dontRecall: ['Không thu hồi', 'Don’t recall'],
  doRecall: ['Thu hồi', 'Recall'],
  recallBegun: ['Đang thu hồi', 'Recall started'],
  recallExpired: ['Chỉ thu hồi được trong 2 giờ sau khi gửi', 'for up to 2 hours after sending'],
  recalledAll: ['Đã thu hồi ở 2/2 người nhận', 'Recalled from 2 of 2 recipients'],
  report: ['Kết quả thu hồi', 'Recall report'],
  reachedTwo: ['Đã đến 2 người nhận', 'Delivered to 2 recipients'],
  reachedOne: ['Đã đến người nhận', 'Delivered to the recipient'],
  whoHasIt: ['Chi tiết người nhận', 'Delivery details'],
  delivered: ['Đã đến lúc', 'Delivered'],
  unclearRow: ['Không rõ đã gửi chưa', 'May not have arrived'],
  failedRow: ['Lỗi gửi', 'Not sent'],
  notSentTitle: ['Không gửi được thư này', 'This message wasn’t sent'],
  missedOne: ['Không gửi được cho 1/2 người nhận', 'Couldn’t be delivered to 1 of 2 recipients'],
  noSuchPerson: ['Người nhận không tồn tại', 'This recipient doesn’t exist'],
  serverSaid: ['Phản hồi của máy chủ: user unknown', 'Server response: user unknown'],
  editAndSend: ['Sửa và gửi lại', 'Edit and send again'],
  sendAgain: ['Gửi lại', 'Send again'],
  sendingAgain: ['Đang gửi lại', 'Sending again'],
  held: ['Sắp gửi', 'About to be sent'],
  undo: ['Hoàn tác', 'Undo'],
  noSign: ['Chưa có dấu hiệu đã mở', 'Not opened yet, as far as we can tell'],
  openedOnce: ['Có lẽ đã mở 1 lần', 'Probably opened once'],
  openedRow: ['Có lẽ đã mở 1 lần', 'Probably opened 1×'],
} as const satisfies Record<string, readonly [string, string]>;

/** A message sent by the user, opened, with its delivery status. */
export function outgoingPage(page: Page, language: Language) {
  const mailbox = mailboxPage(page, language);
  const { thread } = mailbox;
  const tell = (word: keyof typeof words) => words[word][language === 'vi' ? 0 : 1];
  const button = (word: keyof typeof words) => thread.getByRole('button', { name: tell(word), exact: true });
  return {
    mailbox,
    tell,
    button,
    failure: thread.getByRole('alert'),
    notice: (word: keyof typeof words) => page.getByRole('status').filter({ hasText: tell(word) }),
    dialog: page.getByRole('dialog'),

    async openMenu() {
      await thread
        .getByRole('button', { name: mailbox.say('messageMenu') })
        .last()
        .click();
    },
  };
}
