/** Single sign-on with an organisation's account. */
export const signOn = {
  account: 'Tài khoản công ty',
  start: 'Đăng nhập bằng tài khoản công ty',
  returning: 'Đang đăng nhập bằng tài khoản công ty…',
  problems: {
    none: 'Tên miền này không có đăng nhập bằng tài khoản công ty. Hãy nhập mật khẩu.',
    silent: 'Trang đăng nhập của công ty không trả lời. Thử lại sau ít phút, hoặc nhập mật khẩu của hộp thư.',
    cancelled: 'Bạn đã hủy đăng nhập bằng tài khoản công ty. Hãy thử lại, hoặc nhập mật khẩu của hộp thư.',
    refused:
      'Trang đăng nhập của công ty trả về thông tin không hợp lệ, nên chưa đăng nhập được. Thử lại; nếu vẫn lỗi, báo cho người quản trị.',
    expired: 'Lần đăng nhập này đã hết hạn hoặc bắt đầu ở trình duyệt khác. Hãy đăng nhập lại.',
    suspended: 'Hộp thư của bạn đang bị tạm ngưng. Hãy liên hệ người quản trị.',
    unlinked:
      'Tài khoản công ty {{account}} chưa liên kết với hộp thư nào. Nhập mật khẩu hộp thư một lần để liên kết; lần sau bạn không cần nhập nữa.',
    unlinkedUnnamed:
      'Tài khoản công ty của bạn chưa liên kết với hộp thư nào. Nhập mật khẩu hộp thư một lần để liên kết; lần sau bạn không cần nhập nữa.',
    other_domain: 'Tài khoản công ty này thuộc tên miền khác, nên không liên kết được với hộp thư này.',
    taken: 'Tài khoản công ty này đã liên kết với một hộp thư khác.',
    failed: 'Chưa đăng nhập được. Kiểm tra kết nối mạng rồi thử lại.',
  },
  replace: {
    title: 'Đổi sang hộp thư khác?',
    about:
      'Bạn đang đăng nhập {{signedIn}}. Tài khoản công ty vừa dùng mở hộp thư {{account}}. Nếu bạn không tự mở trang này, hãy ở lại hộp thư của mình.',
    stay: 'Ở lại {{signedIn}}',
    go: 'Chuyển sang {{account}}',
  },
  link: {
    title: 'Liên kết tài khoản công ty?',
    about: 'Lần sau, tài khoản công ty {{account}} sẽ mở hộp thư này mà không cần mật khẩu của hộp thư.',
    yes: 'Liên kết',
    no: 'Để sau',
  },
  links: {
    title: 'Tài khoản công ty',
    about: 'Tài khoản ở trang đăng nhập của công ty mở được hộp thư này.',
    none: 'Chưa có. Ở trang đăng nhập, chọn “Đăng nhập bằng tài khoản công ty” để liên kết.',
    unnamed: 'Tài khoản không tên',
    used: 'Dùng lần cuối {{when}}',
    unused: 'Chưa dùng',
    remove: 'Gỡ liên kết',
    removeOf: 'Gỡ liên kết {{account}}',
    removeTitle: 'Gỡ liên kết {{account}}?',
    removeAbout:
      'Tài khoản này sẽ không mở được hộp thư nữa. Các nơi khác đang đăng nhập sẽ bị đăng xuất; thiết bị này thì không.',
    removed: 'Đã gỡ liên kết {{account}}',
  },
} as const;
