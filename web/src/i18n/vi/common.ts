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
  loading: 'Đang tải…',
} as const;
