/** The code after the password. */
export const secondStep = {
  recovery: 'Mã khôi phục',
  recoveryHint: 'Một trong mười mã bạn đã lưu khi bật xác thực hai bước.',
  useRecovery: 'Dùng mã khôi phục',
  useApp: 'Dùng ứng dụng xác thực',
  trust: 'Không hỏi lại trên trình duyệt này trong 30 ngày',
  verify: 'Xác nhận',
  back: 'Dùng tài khoản khác',
  recoveryWrong: 'Mã khôi phục không đúng hoặc đã được dùng.',
  phone: {
    sms: 'Gửi mã qua SMS',
    call: 'Gọi điện đọc mã',
    sent: { sms: 'Đã gửi mã qua SMS đến {{number}}.', call: 'Bạn sẽ nhận cuộc gọi đọc mã đến {{number}}.' },
    hint: 'Nhập 6 số bạn nhận được trên điện thoại.',
    again: 'Gửi lại sau {{seconds}} giây',
    failed: 'Chưa gửi được mã. Hãy dùng cách khác, hoặc thử lại sau.',
    limit: 'Chưa gửi thêm được mã.',
  },
  title: 'Xác thực hai bước',
} as const;
