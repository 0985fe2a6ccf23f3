export const avatar = {
  choose: 'Chọn ảnh đại diện',
  change: 'Đổi ảnh',
  remove: 'Gỡ ảnh',
  hint: 'Ảnh PNG hoặc JPG, tối đa 2 MB, ít nhất 100 × 100 pixel. Mọi người cùng tên miền đều thấy ảnh này.',
  saved: 'Đã đổi ảnh đại diện',
  removed: 'Đã gỡ ảnh đại diện',
  failed: 'Không đổi được ảnh đại diện: {{reason}}',
  problems: {
    type: 'Chỉ nhận ảnh PNG hoặc JPG.',
    small: 'Ảnh phải có ít nhất 100 × 100 pixel.',
    large: 'Ảnh có quá nhiều pixel. Hãy thu nhỏ rồi thử lại.',
    heavy: 'Ảnh nặng quá 2 MB. Hãy chọn ảnh nhỏ hơn.',
    unreadable: 'Không đọc được ảnh này. Hãy chọn ảnh khác.',
  },
} as const;
