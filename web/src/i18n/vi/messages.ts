/** The buttons that open compose, which are shown before its code is loaded. */
export const messages = {
  compose: 'Soạn thư',
  sendingOff: 'Hộp thư này chỉ nhận, chưa được gửi thư. Hãy hỏi người quản trị.',
} as const;
