export const notifications = {
  one: 'Thư mới',
  many_one: '{{count, number}} thư mới',
  many_other: '{{count, number}} thư mới',
  title: 'Thông báo trên máy tính',
  hint: 'Báo thư mới trong Hộp thư đến khi bạn không xem trang này. Áp dụng ngay, chỉ trên trình duyệt này.',
  on: 'Bật',
  off: 'Tắt',
  unsupported: 'Trình duyệt này không hiện được thông báo.',
  denied:
    'Trình duyệt đang chặn thông báo của trang này. Để cho phép, bấm biểu tượng bên trái địa chỉ trang, tìm “Thông báo” rồi chọn “Cho phép”. Sau đó bạn bật thông báo ở đây.',
  shown: 'Nội dung thông báo',
  all: 'Người gửi và chủ đề',
  little: 'Chỉ báo có thư mới',
  sound: 'Âm báo',
  quiet: 'Giờ yên lặng',
  from: 'Từ',
  to: 'đến',
} as const;
