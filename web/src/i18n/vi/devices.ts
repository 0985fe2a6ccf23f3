export const devices = {
  title: 'Điện thoại và phần mềm thư',
  about: 'Đọc và gửi thư của hộp thư này trên điện thoại, Outlook, Thunderbird hay chương trình khác.',
  which: 'Bạn muốn thiết lập thiết bị hoặc chương trình nào?',
  kinds: {
    apple: 'iPhone, iPad, Mac',
    android: 'Android',
    outlook: 'Outlook',
    thunderbird: 'Thunderbird',
    other: 'Chương trình khác',
  },
  names: {
    apple: 'iPhone của {{name}}',
    android: 'Điện thoại của {{name}}',
    outlook: 'Outlook của {{name}}',
    thunderbird: 'Thunderbird của {{name}}',
    other: 'Chương trình thư của {{name}}',
  },
  password: {
    title: '1. Tạo mật khẩu cho thiết bị này',
    about:
      'Thiết bị đăng nhập bằng một mật khẩu riêng, không phải mật khẩu tài khoản. Mất máy, bạn thu hồi mật khẩu này là xong.',
    name: 'Tên thiết bị',
    missing: 'Nhập tên thiết bị.',
    make: 'Tạo mật khẩu',
    once: 'Nhập mật khẩu này khi thiết bị hỏi. Mật khẩu chỉ hiện một lần.',
  },
  on: {
    apple: '2. Trên iPhone, iPad hoặc Mac',
    android: '2. Trên điện thoại Android',
    outlook: '2. Trong Outlook',
    thunderbird: '2. Trong Thunderbird',
    other: '2. Trong chương trình thư',
  },
  steps: {
    apple: {
      scan: 'Mở Camera và quét mã này. Trên Mac, hãy tải cấu hình bằng liên kết bên dưới.',
      allow: 'Mở liên kết hiện ra, rồi chọn Cho phép để tải cấu hình.',
      install:
        'Mở Cài đặt, chọn “Đã tải về hồ sơ” ở trên cùng, rồi chọn Cài đặt. Thiết bị có thể báo hồ sơ chưa được ký: cứ tiếp tục.',
      enter: 'Khi được hỏi mật khẩu, nhập mật khẩu ở bước 1.',
    },
    android: {
      open: 'Mở ứng dụng Gmail, chạm ảnh của bạn, chọn “Thêm tài khoản khác” rồi chọn “Khác”.',
      address: 'Nhập {{email}}, chọn loại tài khoản IMAP.',
      enter: 'Nhập mật khẩu ở bước 1. Nếu được hỏi máy chủ, nhập như bên dưới.',
    },
    outlook: {
      open: 'Chọn Tệp, rồi chọn Thêm tài khoản.',
      address: 'Nhập {{email}} rồi chọn Kết nối. Nếu được hỏi loại tài khoản, chọn IMAP.',
      enter: 'Nhập mật khẩu ở bước 1. Nếu được hỏi máy chủ, nhập như bên dưới.',
    },
    thunderbird: {
      open: 'Mở menu ở góc phải, chọn Tài khoản mới, rồi chọn Thư điện tử.',
      address: 'Nhập tên của bạn, {{email}} và mật khẩu ở bước 1, rồi chọn Tiếp tục.',
      finish: 'Thunderbird tự tìm thấy máy chủ. Chọn Hoàn tất.',
    },
    other: {
      open: 'Thêm một tài khoản thư, chọn loại IMAP nếu được hỏi.',
      address: 'Nhập {{email}}, mật khẩu ở bước 1 và máy chủ như bên dưới.',
    },
  },
  qr: 'Mã QR mở cấu hình thư cho iPhone và iPad',
  here: 'Tải cấu hình về thiết bị đang dùng',
  servers: 'Máy chủ, nếu phải nhập tay',
  waiting: 'Đang chờ “{{name}}” kết nối…',
  arrived: '“{{name}}” đã kết nối.',
  again: 'Thiết lập thiết bị khác',
} as const;
