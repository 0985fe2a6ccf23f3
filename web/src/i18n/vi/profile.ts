export const profile = {
  title: 'Hồ sơ',
  name: 'Họ và tên',
  nameFaults: {
    missing: 'Nhập họ và tên.',
    short: 'Tên phải có ít nhất 2 chữ cái.',
    long: 'Tên dài tối đa 50 chữ cái.',
    letters: 'Tên chỉ được gồm chữ cái và dấu cách.',
  },
  birth: 'Ngày sinh',
  noDay: 'Nhập ngày sinh theo dạng ngày/tháng/năm.',
  gender: 'Giới tính',
  genders: { female: 'Nữ', male: 'Nam', other: 'Khác' },
  phone: 'Điện thoại',
  verifyPhone: 'Xác minh số điện thoại',
  changePhone: 'Đổi số điện thoại',
  saved: 'Đã lưu hồ sơ',
  failed: 'Không lưu được hồ sơ: {{reason}}',
} as const;
