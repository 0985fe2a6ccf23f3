export const pages = {
  notFound: {
    title: 'Không tìm thấy trang',
    text: 'Không có gì ở địa chỉ này. Có thể hội thoại hoặc thư mục đã bị xóa.',
    home: 'Về Hộp thư đến',
  },
  serverError: 'Máy chủ gặp sự cố',
  screenFailed: 'Không hiển thị được trang này',
  badGateway: 'Không kết nối được máy chủ',
  safe: 'Thư của bạn vẫn an toàn.',
  goingBack_one: 'Tự quay về sau {{count}} giây.',
  goingBack_other: 'Tự quay về sau {{count}} giây.',
  now: 'Về ngay',
  chunkOffline: 'Bạn đang mất kết nối và phần này chưa có trên máy. Mở lại khi có mạng.',
  chunkFailed: 'Một phần của trang không tải được: mất kết nối hoặc có bản mới. Tải lại để dùng.',
} as const;
