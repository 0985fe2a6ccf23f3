/** Signing in again while a message is being written. */
export const laterSignIn = {
  goOnWriting: 'Bạn cứ viết tiếp: nội dung được giữ trên máy này và lưu lại sau khi đăng nhập.',
  somebodyElse: 'Dùng tài khoản khác',
} as const;
