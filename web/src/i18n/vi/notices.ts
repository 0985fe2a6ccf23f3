export const notices = {
  area: 'Thông báo',
  lost: {
    title: 'Mất kết nối',
    text: 'Bạn vẫn xem được những gì đã tải. Thay đổi sẽ được đồng bộ khi có mạng trở lại.',
    reloadIn_one: 'Thử lại sau {{count}} giây',
    reloadIn_other: 'Thử lại sau {{count}} giây',
    tryNow: 'Thử ngay',
  },
} as const;
