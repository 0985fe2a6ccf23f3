/** Names of the console's pages, which the palette of the mailbox finds too. */
export const consolePages = {
  today: 'Hôm nay',
  domains: 'Tên miền',
  people: 'Người dùng',
  sessions: 'Đang đăng nhập',
  queue: 'Hàng đợi gửi đi',
  senders: 'Gửi nhiều nhất',
  held: 'Tài khoản bị giữ',
  trace: 'Theo dõi thư',
  audit: 'Nhật ký quản trị',
} as const;
