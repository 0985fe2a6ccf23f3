export const shell = {
  menu: 'Mở danh mục thư mục',
  account: 'Tài khoản của tôi',
  accountMenu: 'Tài khoản {{name}}',
  settings: 'Cài đặt',
  mailLinks: 'Mở liên kết thư bằng Bồ Câu',
  home: 'Về Hộp thư đến',
  skip: 'Đến nội dung chính',
  theme: { title: 'Giao diện', light: 'Sáng', dark: 'Tối', system: 'Theo thiết bị' },
  starting: 'Đang mở hộp thư…',
  startFailed: 'Chưa mở được hộp thư. Thư của bạn vẫn an toàn.',
} as const;
