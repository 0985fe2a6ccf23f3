/** Texts of the directory and of other people; loaded with those of the contacts. */
export const contactPeople = {
  directory: {
    title: 'Danh bạ công ty',
    search: 'Tìm trong danh bạ công ty',
    departments: 'Phòng ban',
    allDepartments: 'Tất cả phòng ban',
    ofDepartment: 'Phòng ban: {{name}}',
    department: 'Phòng ban',
    manager: 'Quản lý trực tiếp',
    empty: {
      title: 'Chưa có ai trong danh bạ công ty',
      text: 'Những người cùng tổ chức với bạn sẽ hiện ở đây.',
    },
    hidden: {
      title: 'Danh bạ công ty không được hiển thị',
      text: 'Quản trị viên của tổ chức đã tắt danh bạ này. Bạn vẫn viết thư cho đồng nghiệp như thường.',
    },
    notFound: 'Thử tên không dấu, chức danh, phòng ban, hoặc các số cuối của điện thoại.',
    gone: {
      title: 'Người này không có trong danh bạ công ty',
      text: 'Có thể tài khoản đã đổi địa chỉ hoặc đã ngừng dùng.',
    },
    none: 'Chọn một người để xem thông tin',
  },
  others: {
    title: 'Người đã trao đổi',
    about: 'Những người bạn đã gửi thư mà chưa lưu vào danh bạ, thường xuyên nhất ở trên.',
    search: 'Tìm người đã trao đổi',
    empty: {
      title: 'Chưa có ai ở đây',
      text: 'Những người bạn đã gửi thư mà chưa lưu vào danh bạ sẽ hiện ở đây.',
    },
    notFound: 'Thử tên không dấu hoặc một phần địa chỉ.',
    gone: {
      title: 'Người này không còn ở đây',
      text: 'Có thể đã được lưu vào danh bạ, hoặc đã bỏ khỏi gợi ý.',
    },
    sent: '{{count, number}} thư đã gửi',
    received: '{{count, number}} thư đã nhận',
    last: 'lần cuối {{at}}',
    exchanged: 'Thư đã trao đổi',
    forget: 'Bỏ khỏi gợi ý',
    forgotten: 'Không gợi ý “{{name}}” nữa',
    forgetFailed: 'Chưa bỏ được khỏi gợi ý.',
  },
  write: 'Viết thư',
  add: 'Thêm vào danh bạ',
  open: 'Mở trong danh bạ',
  allMail: 'Mọi thư với {{email}}',
  addFailed: 'Chưa thêm được vào danh bạ.',
  failed: 'Chưa tải được thông tin của người này',
};
