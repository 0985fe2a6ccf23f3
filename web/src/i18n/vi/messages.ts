/** The ways into compose, which are shown before its code is there. */
export const messages = {
  compose: 'Soạn thư',
  sendingOff: 'Hộp thư này chỉ nhận, chưa được gửi thư. Hãy hỏi người quản trị.',
  titles: { new: 'Thư mới', reply: 'Trả lời', reply_all: 'Trả lời tất cả', forward: 'Chuyển tiếp' },
  forwardAsAttachment: 'Chuyển tiếp dạng tệp đính kèm',
  tooManyToAttach: 'Chỉ chuyển tiếp được tối đa {{count}} thư một lần dạng tệp đính kèm.',
  tooLargeToAttach: 'Thư lớn hơn 25 MB nên không đính kèm được.',
} as const;
