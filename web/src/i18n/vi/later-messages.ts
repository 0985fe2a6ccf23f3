/** Forwarding messages as attachments. */
export const laterMessages = {
  makeTask: 'Tạo việc',
  forwardAsAttachment: 'Chuyển tiếp dạng tệp đính kèm',
  tooManyToAttach: 'Chỉ chuyển tiếp được tối đa {{count}} thư một lần dạng tệp đính kèm.',
  tooLargeToAttach: 'Thư lớn hơn 25 MB nên không đính kèm được.',
} as const;
