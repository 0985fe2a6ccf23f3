export const removed = {
  title: 'Vừa bị phần mềm thư xóa',
  note_one: 'Một phần mềm thư đã xóa các thư này. Có thể khôi phục trong {{count}} ngày.',
  note_other: 'Một phần mềm thư đã xóa các thư này. Có thể khôi phục trong {{count}} ngày.',
  restore: 'Khôi phục',
  restored: 'Đã khôi phục',
  restoreAll_one: 'Khôi phục tất cả ({{count, number}})',
  restoreAll_other: 'Khôi phục tất cả ({{count, number}})',
  allRestored: 'Đã khôi phục tất cả',
  stop: 'Dừng',
  progress: 'Đã khôi phục {{done, number}} trong số {{total, number}} thư',
  more: 'Xem thêm',
} as const;
