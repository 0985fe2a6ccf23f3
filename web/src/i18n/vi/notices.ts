export const notices = {
  area: 'Thông báo',
  lost: {
    title: 'Chưa có kết nối',
    text: 'Những gì đã tải vẫn đọc được. Việc bạn làm sẽ được gửi khi có lại kết nối.',
    reloadIn: 'Tải lại sau {{seconds}} giây',
    tryNow: 'Thử ngay',
  },
} as const;
