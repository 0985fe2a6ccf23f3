/** Reminders where nobody answers. */
export const followUp = {
  title: 'Nhắc tôi nếu chưa ai trả lời',
  in_one: 'Sau {{count}} ngày',
  in_other: 'Sau {{count}} ngày',
  confirm: 'Đặt lời nhắc',
  far: 'Chỉ nhắc được trong vòng hai năm.',
  chip_one: 'Nhắc sau {{count}} ngày nếu chưa ai trả lời',
  chip_other: 'Nhắc sau {{count}} ngày nếu chưa ai trả lời',
  chipAt: 'Nhắc lúc {{time}} nếu chưa ai trả lời',
  remove: 'Bỏ lời nhắc',
  ask: 'Chờ trả lời cho “{{words}}”?',
  others: 'Lựa chọn khác về lời nhắc',
  accept_one: 'Nhắc sau {{count}} ngày',
  accept_other: 'Nhắc sau {{count}} ngày',
  dismiss: 'Bỏ qua',
  never: 'Không gợi ý nữa',
  neverDone: 'Sẽ không gợi ý nữa. Bật lại trong Cài đặt, phần Soạn thư.',
} as const;
