/** An SMS with other letters than these holds 70 characters and costs twice: Vietnamese goes without its marks. */
export const SMS_WORDS = {
  vi: (code: string) =>
    `Bo Cau: ma xac minh cua ban la ${code}, co hieu luc trong 10 phut. Khong dua ma nay cho bat ky ai.`,
  en: (code: string) =>
    `Bo Cau: your verification code is ${code}, valid for 10 minutes. Do not give it to anyone.`,
} as const;

/** Said digit by digit, twice. */
export const CALL_WORDS = {
  vi: (code: string) =>
    `Mã xác minh Bồ Câu của bạn là ${spaced(code)}. Xin nhắc lại, mã của bạn là ${spaced(code)}.`,
  en: (code: string) =>
    `Your Bồ Câu verification code is ${spaced(code)}. Once more, your code is ${spaced(code)}.`,
} as const;

/** What stands in the inbox of the demo instead. */
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
