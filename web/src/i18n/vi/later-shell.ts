/** Of the menu of the account. */
export const laterShell = {
  mailLinks: 'Dùng Bồ Câu cho liên kết email',
  theme: { title: 'Giao diện', light: 'Sáng', dark: 'Tối', system: 'Theo thiết bị' },
} as const;
