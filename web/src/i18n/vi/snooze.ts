/** Until when a conversation is put aside. */
export const snooze = {
  title: 'Để sau {{threads}} đến khi nào?',
  thisMorning: 'Sáng nay',
  afternoon: 'Chiều nay',
  tonight: 'Tối nay',
  tomorrow: 'Sáng mai',
  weekend: 'Cuối tuần',
  monday: 'Thứ Hai tới',
  reply: 'Khi có trả lời',
  untilReply: 'khi có trả lời',
  pick: 'Chọn ngày giờ…',
  day: 'Ngày',
  time: 'Giờ',
  confirm: 'Để sau',
  faults: {
    none: 'Nhập một ngày và giờ, ví dụ 25/12/2026 08:00.',
    past: 'Thời điểm này đã qua. Chọn một thời điểm sau bây giờ.',
    far: 'Chỉ để sau được tối đa hai năm.',
  },
} as const;
