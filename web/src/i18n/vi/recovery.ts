/** Recovering a lost password. */
export const recovery = {
  toSignIn: 'Đến trang đăng nhập',
  another: 'Yêu cầu liên kết khác',
  step: { manage: 'Quản lý' },
  address: {
    title: 'Email khôi phục',
    about:
      'Khi bạn quên mật khẩu, liên kết đặt mật khẩu mới được gửi đến địa chỉ này. Hãy dùng một địa chỉ ngoài công ty mà chỉ bạn đọc được.',
    none: 'Chưa có',
    set: 'Thêm email khôi phục',
    change: 'Đổi',
    remove: 'Xóa',
    label: 'Địa chỉ email khôi phục',
    mailCode: 'Gửi mã xác minh',
    code: 'Mã 8 số đã gửi đến {{address}}',
    verify: 'Xác minh',
    refused: 'Cần một địa chỉ email hợp lệ, không thuộc máy chủ này.',
    verified: 'Đã đặt email khôi phục',
    removed: 'Đã xóa email khôi phục',
  },
  forgot: {
    title: 'Quên mật khẩu?',
    text: 'Nhập địa chỉ hộp thư của bạn. Nếu hộp thư có email khôi phục, chúng tôi gửi đến đó một liên kết để đặt mật khẩu mới.',
    submit: 'Gửi liên kết',
    asked:
      'Nếu {{email}} có email khôi phục, một liên kết đang được gửi đến đó. Liên kết dùng được một lần, trong 24 giờ.',
    phoneText: 'Hoặc nhận mã qua số điện thoại đã xác minh của hộp thư.',
    byPhone: 'Gửi mã đến điện thoại',
    codeAsked:
      'Nếu {{email}} có số điện thoại đã xác minh, một mã đang được gửi đến số đó. Mã có hiệu lực trong 10 phút.',
    code: 'Mã 6 số trên điện thoại',
    missingCode: 'Nhập mã 6 số.',
    codeWrong: 'Mã không đúng hoặc không còn hiệu lực.',
    goOn: 'Tiếp tục',
    noCode:
      'Không nhận được mã? Hãy dùng email khôi phục, hoặc nhờ người quản trị tên miền tạo liên kết. Số dùng để nhận mã đăng nhập thì không dùng được ở đây.',
    none: 'Không thấy thư? Xem trong mục thư rác, hoặc nhờ người quản trị tên miền tạo liên kết cho bạn.',
  },
  reset: {
    title: 'Đặt mật khẩu mới',
    text: 'Liên kết bạn vừa mở dùng để đặt mật khẩu mới, và chỉ dùng được một lần. Nếu bạn không yêu cầu, hãy đóng trang này: mật khẩu hiện tại vẫn giữ nguyên.',
    goOn: 'Tiếp tục',
    submit: 'Đặt mật khẩu mới',
    over: 'Liên kết này đã được dùng, đã hết hạn hoặc đã có liên kết mới hơn.',
    done: 'Đã đặt mật khẩu mới. Bây giờ hãy đăng nhập bằng mật khẩu đó.',
    suspended: 'Bạn vẫn đặt được mật khẩu mới ngay bây giờ.',
    doneSuspended: 'Đã đặt mật khẩu mới. Bạn đăng nhập được bằng mật khẩu đó khi được cho dùng lại.',
  },
} as const;
