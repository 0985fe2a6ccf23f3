/** A page that few users ever see. */
export const laterPages = {
  forbidden: {
    title: 'Bạn không vào được trang này',
    owner:
      'Bạn đang đăng nhập bằng chủ tài khoản {{email}}. Tài khoản này không dùng được trang này. Các tên miền đang hoạt động: {{domains}}.',
    noDomains:
      'Bạn đang đăng nhập bằng chủ tài khoản {{email}}. Tài khoản này không dùng được trang này. Hiện không có tên miền nào đang hoạt động.',
    member: 'Liên hệ chủ tài khoản {{owner}} để được cấp quyền.',
  },
} as const;
