export const dates = {
  day: 'ngày/tháng/năm',
  time: 'giờ:phút',
  pick: 'Chọn ngày',
  previousMonth: 'Tháng trước',
  nextMonth: 'Tháng sau',
} as const;
