import type { Page } from '@playwright/test';
import { mailboxPage } from './mailbox-page.ts';
import type { Language } from './words.ts';

/** What the screens say of letters that were sent or planned, written down here a second time on purpose. */
const words = {
  scheduled: ['Hẹn giờ gửi', 'Scheduled'],
  periodic: ['Gửi định kỳ', 'Periodic'],
  willBeSent: ['Sẽ gửi lúc', 'Will be sent at'],
  changeTime: ['Đổi giờ', 'Change time'],
  tomorrowMorning: ['Sáng mai', 'Tomorrow morning'],
  newTime: ['Đã đổi giờ gửi', 'New time'],
  cancelSchedule: ['Hủy hẹn giờ', 'Cancel schedule'],
  scheduleCancelled: ['Đã hủy hẹn giờ', 'Schedule cancelled'],
  nothingScheduled: ['Không có thư hẹn giờ', 'Nothing scheduled'],
  openDraft: ['Mở thư nháp', 'Open draft'],
  everyMonth: ['Mỗi tháng vào ngày 5, 08:00, 12 lần', 'Every month on day 5, 08:00, 12 times'],
  nextDates: ['Các lần gửi tới', 'Next dates'],
  pause: ['Tạm dừng', 'Pause'],
  paused: ['Gửi định kỳ, đang tạm dừng', 'Sent periodically, paused'],
  resume: ['Tiếp tục', 'Resume'],
  skipNext: ['Bỏ lần tới', 'Skip next'],
  cancelPeriodic: ['Hủy gửi định kỳ', 'Cancel periodic sending'],
  periodicCancelled: ['Đã hủy gửi định kỳ', 'Periodic sending cancelled'],
  recall: ['Thu hồi thư này', 'Recall this message'],
  dontRecall: ['Không thu hồi', 'Don’t recall'],
  doRecall: ['Thu hồi', 'Recall'],
  recallBegun: ['Đang thu hồi', 'Recall has started'],
  recallExpired: ['chỉ thu hồi được trong 2 giờ sau khi gửi', 'possible for 2 hours after sending'],
  recalledAll: ['Đã thu hồi từ 2 trên 2 người nhận', 'Recalled from 2 of 2 recipients'],
  report: ['Kết quả thu hồi', 'Recall report'],
  reachedTwo: ['Đã đến 2 người nhận', 'Delivered to 2 recipients'],
  reachedOne: ['Đã đến người nhận', 'Delivered to the recipient'],
  whoHasIt: ['Ai đã nhận', 'Who has it'],
  delivered: ['Đã đến lúc', 'Delivered'],
  unclearRow: ['Không rõ đã gửi chưa', 'May not have arrived'],
  failedRow: ['Gửi lỗi', 'Not sent'],
  notSentTitle: ['Thư này chưa gửi được', 'This message was not sent'],
  missedOne: ['Thư chưa đến 1 trên 2 người nhận', 'Did not reach 1 of 2 recipients'],
  noSuchPerson: ['Người nhận không tồn tại', 'The recipient does not exist'],
  serverSaid: ['Máy chủ trả lời: user unknown', 'The server said: user unknown'],
  editAndSend: ['Sửa và gửi lại', 'Edit and send again'],
  sendAgain: ['Gửi lại', 'Send again'],
  sendingAgain: ['Đang gửi lại', 'Sending again'],
  held: ['Sắp gửi', 'About to be sent'],
  undo: ['Hoàn tác', 'Undo'],
  noSign: ['Chưa thấy dấu hiệu đã mở', 'No sign of opening yet'],
  openedOnce: ['Có lẽ đã mở 1 lần', 'Likely opened once'],
  openedRow: ['Có lẽ đã mở 1 lần', 'Likely opened 1×'],
} as const satisfies Record<string, readonly [string, string]>;

/** A letter of one's own that is read, with what became of it. */
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
