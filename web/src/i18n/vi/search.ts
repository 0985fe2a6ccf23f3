export const search = {
  label: 'Tìm kiếm thư',
  placeholder: 'Tìm trong thư',
  close: 'Đóng ô tìm kiếm',
  clear: 'Xóa nội dung tìm',
  advanced: 'Tìm kiếm nâng cao',
  suggestions: 'Gợi ý tìm kiếm',
  typed: 'Tìm “{{text}}”',
  operators: 'Cách tìm chính xác hơn',
  fields: {
    from: 'Người gửi',
    to: 'Người nhận',
    subject: 'Chủ đề',
    term: 'Chứa từ khóa',
  },
} as const;
