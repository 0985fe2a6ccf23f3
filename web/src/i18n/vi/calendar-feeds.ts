/** Texts of calendars that are read from addresses; loaded with their dialog and their state. */
export const calendarFeeds = {
  title: 'Thêm lịch bằng địa chỉ',
  about:
    'Dán địa chỉ .ics hoặc webcal:// của một lịch, ví dụ địa chỉ iCal bí mật của Google Calendar. Lịch chỉ để xem và tự cập nhật sau mỗi vài giờ; không gửi thư, không nhắc.',
  address: 'Địa chỉ của lịch',
  missing: 'Hãy dán địa chỉ của lịch.',
  submit: 'Thêm lịch',
  added: 'Đã thêm lịch',
  readAt: 'Cập nhật lần cuối {{when}}',
  notRead: 'Không đọc được từ {{host}}: {{cause}}.',
  again: 'Thử lại',
  againOf: 'Thử đọc lại lịch {{name}}',
  stopped: 'Đã bỏ theo dõi lịch “{{name}}”',
  putBack: 'Đã theo dõi lại lịch “{{name}}”',
  faults: {
    not_allowed: 'địa chỉ này không dùng được',
    unreachable: 'không kết nối được',
    too_slow: 'máy chủ trả lời quá chậm',
    too_large: 'lịch quá lớn (tối đa 10 MB và 20.000 sự kiện)',
    denied: 'máy chủ không cho xem',
    not_found: 'không có lịch ở địa chỉ này',
    failed: 'máy chủ báo lỗi',
    not_calendar: 'địa chỉ này không phải của một lịch .ics',
    full: 'lịch của bạn đã đầy',
  },
};
