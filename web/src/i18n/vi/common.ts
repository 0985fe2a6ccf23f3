export const common = {
  product: 'Bồ Câu',
  actions: {
    cancel: 'Hủy',
    close: 'Đóng',
    save: 'Lưu',
    retry: 'Thử lại',
    undo: 'Hoàn tác',
    signOut: 'Đăng xuất',
    reload: 'Tải lại',
  },
  fault: 'Phần này của trang gặp lỗi. Các phần khác vẫn dùng được.',
  loading: 'Đang tải…',
} as const;
