/**
 * An SMS with characters outside GSM-7 holds only 70 and costs twice: Vietnamese is sent without diacritics.
 */
export const SMS_WORDS = {
  vi: (code: string) =>
    `Bo Cau: ma xac minh cua ban la ${code}, co hieu luc trong 10 phut. Khong dua ma nay cho bat ky ai.`,
  en: (code: string) =>
    `Bo Cau: your verification code is ${code}, valid for 10 minutes. Do not give it to anyone.`,
} as const;

/** Spoken digit by digit, twice. */
export const CALL_WORDS = {
  vi: (code: string) =>
    `Mã xác minh Bồ Câu của bạn là ${spaced(code)}. Xin nhắc lại, mã của bạn là ${spaced(code)}.`,
  en: (code: string) =>
    `Your Bồ Câu verification code is ${spaced(code)}. Once more, your code is ${spaced(code)}.`,
} as const;

/** The message in the demo's inbox instead. */
export const DEMO_WORDS = {
  vi: {
    subject: { sms: 'SMS mô phỏng: mã xác minh', call: 'Cuộc gọi mô phỏng: mã xác minh' },
    note: 'Bản dùng thử không gửi SMS và không gọi điện. Đây là nội dung lẽ ra đã đến điện thoại:',
  },
  en: {
    subject: { sms: 'Simulated SMS: verification code', call: 'Simulated call: verification code' },
    note: 'The demo sends no SMS and makes no calls. This is what would have reached your phone:',
  },
} as const;

function spaced(code: string): string {
  return [...code].join(', ');
}
