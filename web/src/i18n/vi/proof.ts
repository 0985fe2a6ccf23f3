export const proof = {
  title: 'Xác nhận đó là bạn',
  whyPassword: 'Thay đổi này liên quan đến bảo mật. Nhập mật khẩu để tiếp tục.',
  whyCode:
    'Thay đổi này liên quan đến bảo mật. Nhập mã trong ứng dụng xác thực, hoặc một mã khôi phục, để tiếp tục.',
  password: 'Mật khẩu',
  code: 'Mã xác thực',
  submit: 'Tiếp tục',
  failed: 'Không kết nối được máy chủ.',
  missing: { password: 'Nhập mật khẩu.', code: 'Nhập mã.' },
} as const;
