/** Notifications of a mailbox: its mail is forwarded, hidden, no longer forwarded, or not saved in the drive. */
export type RuleNotice = {
  kind: 'forward' | 'redirect' | 'discard' | 'stopped' | 'unsaved';
  /** The target addresses, or the first invoice that was not saved. */
  about: string;
};

type Words = {
  subject: string;
  text(mailbox: string, about: string): string[];
};

const DOUBT = {
  vi: [
    '',
    'Nếu bạn không làm việc này, hãy tắt nó trong Cài đặt và đổi mật khẩu ngay: có thể ai đó đang dùng hộp thư của bạn.',
  ],
  en: [
    '',
    'If this wasn’t you, turn it off in Settings and change your password now: someone may be using your mailbox.',
  ],
} as const;

/** The text of each notification. */
export const NOTICE_WORDS: Record<'vi' | 'en', Record<RuleNotice['kind'], Words>> = {
  vi: {
    forward: {
      subject: 'Đã bật chuyển tiếp thư',
      text: (mailbox, about) => [
        `Từ bây giờ, thư đến ${mailbox} cũng được chuyển tiếp đến ${about}. Một bản vẫn nằm trong hộp thư của bạn.`,
        ...DOUBT.vi,
      ],
    },
    redirect: {
      subject: 'Bộ lọc mới gửi thư đi nơi khác',
      text: (mailbox, about) => [
        `Một bộ lọc của ${mailbox} gửi các thư khớp với nó đến ${about}.`,
        ...DOUBT.vi,
      ],
    },
    discard: {
      subject: 'Bộ lọc mới bỏ mọi thư đến',
      text: (mailbox) => [`Một bộ lọc của ${mailbox} bỏ mọi thư đến: bạn sẽ không thấy chúng.`, ...DOUBT.vi],
    },
    stopped: {
      subject: 'Đã tắt chuyển tiếp thư',
      text: (_mailbox, about) => [
        `Thư chuyển tiếp đến ${about} bị trả lại nhiều lần trong một ngày, nên Bồ Câu không gửi đến địa chỉ đó nữa.`,
        '',
        'Các thư vẫn nằm trong hộp thư của bạn. Muốn chuyển tiếp lại, hãy kiểm tra địa chỉ và xác minh lại trong Cài đặt > Chuyển tiếp.',
      ],
    },
    unsaved: {
      subject: 'Có hóa đơn chưa lưu được vào kho tệp',
      text: (mailbox, about) => [
        `Một bộ lọc của ${mailbox} chưa lưu được hóa đơn vào kho tệp, đầu tiên là hóa đơn ${about}: kho tệp đã hết chỗ hoặc không nhận thư mục này.`,
        '',
        'Hóa đơn vẫn nằm trong thư và trong danh sách hóa đơn. Hãy dọn bớt kho tệp hoặc sửa thư mục trong bộ lọc, rồi chạy bộ lọc với thư đã có.',
      ],
    },
  },
  en: {
    forward: {
      subject: 'Forwarding turned on',
      text: (mailbox, about) => [
        `From now on, mail to ${mailbox} is also forwarded to ${about}. A copy stays in your mailbox.`,
        ...DOUBT.en,
      ],
    },
    redirect: {
      subject: 'New filter sends mail elsewhere',
      text: (mailbox, about) => [
        `A filter of ${mailbox} sends the messages that match it to ${about}.`,
        ...DOUBT.en,
      ],
    },
    discard: {
      subject: 'New filter discards all mail',
      text: (mailbox) => [
        `A filter of ${mailbox} discards all incoming mail: you won’t see it.`,
        ...DOUBT.en,
      ],
    },
    stopped: {
      subject: 'Forwarding turned off',
      text: (_mailbox, about) => [
        `Mail forwarded to ${about} was returned several times in one day, so Bồ Câu no longer sends anything there.`,
        '',
        'The messages are still in your mailbox. To forward again, check the address and verify it once more under Settings > Forwarding.',
      ],
    },
    unsaved: {
      subject: 'Invoices not saved in the drive',
      text: (mailbox, about) => [
        `A filter of ${mailbox} could not save invoices in the drive, the first being ${about}: the drive is full, or does not take this folder.`,
        '',
        'The invoices are still in your mail and in the list of invoices. Make room in the drive or change the folder of the filter, then run the filter on existing mail.',
      ],
    },
  },
};
