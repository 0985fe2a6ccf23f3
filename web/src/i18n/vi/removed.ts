export const removed = {
  title: 'Vừa bị phần mềm thư xóa',
  note_one: 'Một phần mềm thư đã xóa các thư này. Có thể khôi phục trong {{count}} ngày.',
  note_other: 'Một phần mềm thư đã xóa các thư này. Có thể khôi phục trong {{count}} ngày.',
  restore: 'Khôi phục',
  restored: 'Đã khôi phục',
  restoreAll_one: 'Khôi phục {{count, number}} thư',
  restoreAll_other: 'Khôi phục {{count, number}} thư',
  more: 'Xem thêm',
} as const;
