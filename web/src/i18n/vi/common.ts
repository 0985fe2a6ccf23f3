export const common = {
  product: 'Bồ Câu',
  actions: {
    cancel: 'Hủy',
    close: 'Đóng',
    save: 'Lưu',
    retry: 'Thử lại',
    undo: 'Hoàn tác',
    back: 'Quay lại',
    signOut: 'Đăng xuất',
    reload: 'Tải lại',
    more: 'Thêm',
  },
  loading: 'Đang tải…',
  offline: 'Chưa có kết nối',
} as const;
