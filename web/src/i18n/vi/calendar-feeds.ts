/** Texts of calendars that are read from addresses; loaded with their dialog and their state. */
export const calendarFeeds = {
  title: 'Thêm lịch bằng địa chỉ',
  about:
    'Dán địa chỉ .ics hoặc webcal:// của một lịch, ví dụ địa chỉ iCal bí mật của Google Calendar. Lịch chỉ để xem và tự cập nhật sau mỗi vài giờ; không gửi thư, không nhắc.',
  address: 'Địa chỉ của lịch',
  missing: 'Hãy dán địa chỉ của lịch.',
  followed: 'Bạn đã theo dõi địa chỉ này: đó là lịch “{{name}}”.',
  submit: 'Thêm lịch',
  added: 'Đã thêm lịch',
  stopped: 'Đã bỏ theo dõi lịch “{{name}}”',
  putBack: 'Đã theo dõi lại lịch “{{name}}”',
};
