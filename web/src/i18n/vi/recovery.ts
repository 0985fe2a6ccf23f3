/** Who has lost the password. */
export const recovery = {
  toSignIn: 'Đến trang đăng nhập',
  another: 'Yêu cầu liên kết khác',
  reset: {
    title: 'Đặt mật khẩu mới',
    text: 'Liên kết bạn vừa mở dùng để đặt mật khẩu mới, và chỉ dùng được một lần. Nếu bạn không yêu cầu, hãy đóng trang này: mật khẩu hiện tại vẫn giữ nguyên.',
    goOn: 'Tiếp tục',
    submit: 'Đặt mật khẩu mới',
    over: 'Liên kết này đã được dùng, đã hết hạn hoặc đã có liên kết mới hơn.',
    done: 'Đã đặt mật khẩu mới. Bây giờ hãy đăng nhập bằng mật khẩu đó.',
  },
} as const;
