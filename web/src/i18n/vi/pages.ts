export const pages = {
  notFound: {
    title: 'Không tìm thấy trang',
    text: 'Địa chỉ này không có gì. Có thể hội thoại hoặc thư mục đã bị xóa.',
    home: 'Về Hộp thư đến',
  },
  forbidden: {
    title: 'Bạn không vào được trang này',
    owner: 'Bạn là chủ tài khoản {{email}}. Các tên miền đang hoạt động: {{domains}}.',
    noDomains: 'Bạn là chủ tài khoản {{email}}. Hiện không có tên miền nào đang hoạt động.',
    member: 'Liên hệ chủ tài khoản {{owner}} để được cấp quyền.',
  },
  serverError: {
    title: 'Máy chủ gặp sự cố',
    text: 'Thư của bạn vẫn an toàn. Trang sẽ tự quay về sau {{seconds}} giây.',
  },
  badGateway: {
    title: 'Chưa kết nối được máy chủ',
    text: 'Thư của bạn vẫn an toàn. Trang sẽ tự quay về sau {{seconds}} giây.',
  },
  now: 'Về ngay',
  chunkFailed: 'Một phần của trang chưa tải được, có thể vì vừa có bản mới.',
} as const;
