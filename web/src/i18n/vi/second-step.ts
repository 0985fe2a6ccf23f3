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
  title: 'Xác thực hai bước',
} as const;
