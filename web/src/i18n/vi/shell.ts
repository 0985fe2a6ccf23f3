export const shell = {
  menu: 'Ẩn/hiện thanh bên',
  account: 'Tài khoản của tôi',
  administration: 'Quản trị',
  accountMenu: 'Tài khoản: {{name}}',
  help: 'Trợ giúp',
  feedback: 'Góp ý',
  settings: 'Cài đặt',
  mailLinks: 'Dùng Bồ Câu cho liên kết email',
  home: 'Về Hộp thư đến',
  skip: 'Đến nội dung chính',
  theme: { title: 'Giao diện', light: 'Sáng', dark: 'Tối', system: 'Theo thiết bị' },
  startFailed: 'Không mở được hộp thư. Thư của bạn vẫn an toàn.',
} as const;
