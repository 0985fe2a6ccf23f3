/** The message with a code, without user-provided content. */
export const CODE_WORDS = {
  vi: {
    subject: 'Mã xác minh địa chỉ chuyển tiếp',
    text: (mailbox: string, code: string) => [
      `${mailbox} muốn chuyển tiếp thư đến địa chỉ này qua Bồ Câu.`,
      '',
      `Mã xác minh: ${code}`,
      '',
      'Nếu bạn đồng ý, hãy nhập mã này ở mục Cài đặt > Chuyển tiếp của hộp thư đó. Mã có hiệu lực trong 24 giờ.',
      'Nếu bạn không biết yêu cầu này, hãy bỏ qua thư và đừng đưa mã cho ai: không có mã thì không thư nào được chuyển đến bạn.',
    ],
  },
  en: {
    subject: 'Verification code for a forwarding address',
    text: (mailbox: string, code: string) => [
      `${mailbox} would like to forward its mail to this address through Bồ Câu.`,
      '',
      `Verification code: ${code}`,
      '',
      'If you agree, enter this code under Settings > Forwarding in that mailbox. It’s valid for 24 hours.',
      'If you don’t know about this, ignore this message and don’t give the code to anyone: without it, no mail is forwarded to you.',
    ],
  },
} as const;
