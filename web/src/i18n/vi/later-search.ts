/** What the search field opens. */
export const laterSearch = {
  filters: {
    none: 'Không có hội thoại nào khớp bộ lọc',
    noneText: 'Đang lọc: {{filters}}.',
  },
  suggestions: 'Gợi ý tìm kiếm',
  recent: 'Tìm gần đây',
  typed: 'Tìm “{{text}}”',
  operators: 'Cách tìm chính xác hơn',
} as const;
