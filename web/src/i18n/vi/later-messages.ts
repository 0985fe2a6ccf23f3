/** Forwarding messages as attachments. */
export const laterMessages = {
  makeTask: 'Tạo việc',
  makeEvent: 'Tạo sự kiện',
  block: 'Chặn người gửi này',
  report: 'Báo thư rác, lừa đảo',
  forwardAsAttachment: 'Chuyển tiếp dạng tệp đính kèm',
  tooManyToAttach: 'Chỉ chuyển tiếp được tối đa {{count}} thư một lần dạng tệp đính kèm.',
  tooLargeToAttach: 'Thư lớn hơn 25 MB nên không đính kèm được.',
} as const;
