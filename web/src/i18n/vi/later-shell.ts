/** The account menu. */
export const laterShell = {
  mailLinks: 'Dùng Bồ Câu cho liên kết email',
  theme: { title: 'Giao diện', light: 'Sáng', dark: 'Tối', system: 'Theo thiết bị' },
} as const;
