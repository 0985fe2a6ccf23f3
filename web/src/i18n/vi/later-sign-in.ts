/** Signing in again while a message is being written, or a form filled in. */
export const laterSignIn = {
  goOnWriting: 'Bạn cứ viết tiếp: nội dung được giữ trên máy này và lưu lại sau khi đăng nhập.',
  mailWaits_one: '{{count, number}} thư chưa gửi được giữ trên máy này và sẽ tự gửi khi bạn đăng nhập lại.',
  mailWaits_other: '{{count, number}} thư chưa gửi được giữ trên máy này và sẽ tự gửi khi bạn đăng nhập lại.',
  formStays: 'Điều bạn đang điền vẫn còn nguyên trên trang này và hiện lại sau khi đăng nhập.',
  goOnFilling: 'Đã đăng nhập lại. Bạn có thể điền tiếp và lưu.',
  somebodyElse: 'Dùng tài khoản khác',
} as const;
