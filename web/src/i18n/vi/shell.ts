export const shell = {
  menu: 'Ẩn/hiện thanh bên',
  account: 'Tài khoản của tôi',
  administration: 'Quản trị',
  accountMenu: 'Tài khoản: {{name}}',
  help: 'Trợ giúp',
  feedback: 'Góp ý',
  settings: 'Cài đặt',
  home: 'Về Hộp thư đến',
  skip: 'Đến nội dung chính',
  startFailed: 'Không mở được hộp thư. Thư của bạn vẫn an toàn.',
} as const;
