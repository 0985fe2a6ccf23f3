/** Notifications of a mailbox: its mail is forwarded, hidden, or no longer forwarded. */
export type RuleNotice = {
  kind: 'forward' | 'redirect' | 'discard' | 'stopped';
  /** The target addresses. */
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
  },
};
