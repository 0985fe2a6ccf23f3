export const help = {
  search: 'Tìm trong trợ giúp',
  pages: 'Các trang trợ giúp',
  none: 'Không có trang nào nói về “{{text}}”.',
} as const;
