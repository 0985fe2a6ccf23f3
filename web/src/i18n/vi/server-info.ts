export const serverInfo = {
  title: 'Dùng thư trong chương trình khác',
  about:
    'Nhập các thông tin này để dùng hộp thư của bạn trong Outlook, Thunderbird hay ứng dụng thư trên điện thoại.',
  stepByStep: 'Thiết lập từng bước trên điện thoại hay máy tính',
  loadFailed: 'Không tải được thông tin máy chủ.',
  none: 'Máy chủ này chưa mở cho chương trình thư khác. Hãy dùng thư trên web, hoặc hỏi người quản trị.',
  username: 'Tên đăng nhập',
  password: 'Mật khẩu',
  passwordHint: 'mật khẩu ứng dụng, hoặc mật khẩu bạn dùng để đăng nhập ở đây',
  passwordOfApps: 'mật khẩu ứng dụng; mật khẩu tài khoản không dùng được vì có xác thực hai bước',
  smtp: 'Gửi thư (SMTP)',
  imap: 'Nhận thư (IMAP)',
  pop3: 'Nhận thư (POP3)',
  pop3Delete: {
    title: 'Khi chương trình khác xóa thư qua POP3',
    hint: 'Nhiều chương trình xóa thư trên máy chủ sau khi tải về. Để thư còn ở đây, hãy chọn “Để lại bản sao trên máy chủ” trong chương trình đó.',
    trash: 'Chuyển vào Thùng rác',
    archive: 'Chuyển vào Lưu trữ',
    keep: 'Giữ trong Hộp thư đến',
  },
  directory: {
    title: 'Danh bạ công ty trên thiết bị',
    hint: 'Đồng nghiệp là một sổ riêng chỉ để xem trên điện thoại và chương trình khác, theo mức tên miền cho phép.',
    shown: 'Hiện',
    hidden: 'Không hiện',
  },
  carddav: {
    title: 'Danh bạ và lịch (CardDAV, CalDAV)',
    address: 'Địa chỉ',
    apple:
      'iPhone: Cài đặt, Danh bạ, Tài khoản, Thêm tài khoản, Khác, Thêm tài khoản CardDAV. Để có lịch, thêm cả tài khoản CalDAV ở đó.',
    davx5:
      'DAVx5 trên Android: thêm tài khoản, chọn đăng nhập bằng URL và tên người dùng, rồi dán địa chỉ này. Cả danh bạ lẫn lịch sẽ có ở đó.',
    thunderbird:
      'Thunderbird: thêm sổ địa chỉ CardDAV trong Sổ địa chỉ và thêm lịch mạng trong Lịch. Cả hai đều nhập tên đăng nhập và địa chỉ này.',
  },
  host: 'Máy chủ',
  port: 'Cổng',
  encryption: 'Mã hóa',
  tls: 'SSL/TLS',
  starttls: 'STARTTLS',
  noIncoming: 'Máy chủ này chưa có IMAP hoặc POP3: chương trình khác chỉ gửi được thư. Thư đến xem ở đây.',
  copy: 'Sao chép {{what}}',
  copied: 'Đã sao chép.',
  copyFailed: 'Trình duyệt không cho sao chép. Hãy chọn chữ và sao chép bằng bàn phím.',
  profile: 'Tải cấu hình cho iPhone, iPad, Mac',
} as const;
