export const devices = {
  title: 'Điện thoại và phần mềm thư',
  about: 'Đọc và gửi thư của hộp thư này trên điện thoại, Outlook, Thunderbird hay chương trình khác.',
  aboutContacts: 'Danh bạ và lịch dùng chung mật khẩu với thư: một mật khẩu cho mỗi thiết bị.',
  contactsAlone:
    'Máy chủ này chưa mở thư cho chương trình khác. Danh bạ và lịch thì đồng bộ được với điện thoại và phần mềm khác.',
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
    all: 'Xem và thu hồi các mật khẩu ứng dụng',
    once: 'Nhập mật khẩu này khi thiết bị hỏi. Mật khẩu chỉ hiện một lần.',
    carried: 'Mật khẩu này đi theo mã QR ở bước 2, bạn không phải gõ. Mật khẩu chỉ hiện một lần.',
  },
  on: {
    apple: '2. Trên iPhone, iPad hoặc Mac',
    android: '2. Trên điện thoại Android',
    outlook: '2. Trong Outlook',
    thunderbird: '2. Trong Thunderbird',
    other: '2. Trong chương trình thư',
    contacts: '2. Thêm danh bạ và lịch vào thiết bị',
  },
  steps: {
    apple: {
      download: 'Mở liên kết hiện ra, chạm “Tải cấu hình”, rồi chọn Cho phép.',
      install:
        'Mở Cài đặt, chọn “Đã tải về hồ sơ” ở trên cùng, rồi chọn Cài đặt. Thiết bị có thể báo hồ sơ chưa được ký: cứ tiếp tục.',
      done: 'Mở ứng dụng Mail: hộp thư đã ở đó.',
      doneBoth: 'Mở ứng dụng Mail: hộp thư đã ở đó. Danh bạ và lịch có trong ứng dụng Danh bạ và Lịch.',
    },
    android: {
      open: 'Mở ứng dụng Gmail, chạm ảnh của bạn, chọn “Thêm tài khoản khác” rồi chọn “Khác”.',
      address: 'Nhập {{email}}, chọn loại tài khoản IMAP.',
      enter: 'Nhập mật khẩu ở bước 1. Nếu được hỏi máy chủ, nhập như bên dưới.',
      contacts:
        'Để có danh bạ và lịch, cài DAVx5, chọn đăng nhập bằng URL và tên người dùng, rồi nhập địa chỉ bên dưới, {{email}} và mật khẩu ở bước 1.',
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
      contacts:
        'Để có danh bạ, thêm sổ địa chỉ CardDAV trong Sổ địa chỉ; để có lịch, thêm lịch mạng trong Lịch. Cả hai đều nhập {{email}} và địa chỉ bên dưới.',
    },
    other: {
      open: 'Thêm một tài khoản thư, chọn loại IMAP nếu được hỏi.',
      address: 'Nhập {{email}}, mật khẩu ở bước 1 và máy chủ như bên dưới.',
      contacts:
        'Để có danh bạ và lịch, thêm một tài khoản CardDAV và một tài khoản CalDAV với địa chỉ bên dưới và cùng mật khẩu.',
    },
  },
  code: {
    first: 'Tạo mật khẩu ở bước 1. Mã QR để quét sẽ hiện ở đây.',
    scan: 'Mở Camera trên iPhone hoặc iPad và quét mã này.',
    label: 'Mã QR mở cấu hình thư cho iPhone và iPad',
    once: 'Mã có sẵn địa chỉ và mật khẩu, dùng được một lần trong 10 phút. Đừng cho người khác chụp.',
    here: 'Mở trên thiết bị đang dùng',
    again: 'Tạo mã mới',
    none: 'iPhone, iPad và Mac nhận cấu hình qua mã QR.',
    make: 'Tạo mã QR',
    over: 'Mã QR đã hết hạn.',
  },
  servers: 'Máy chủ, nếu phải nhập tay',
  contacts: 'Danh bạ và lịch (CardDAV, CalDAV)',
  contactsAddress: 'Địa chỉ danh bạ và lịch',
  arrival: {
    waiting: 'Đang chờ “{{name}}” kết nối…',
    arrived: '“{{name}}” đã kết nối.',
    over: '“{{name}}” chưa kết nối. Hãy xem lại các bước ở trên.',
    again: 'Kiểm tra lại',
  },
  again: 'Thiết lập thiết bị khác',
} as const;
