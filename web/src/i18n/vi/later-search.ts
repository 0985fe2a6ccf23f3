/** What the search field opens. */
export const laterSearch = {
  suggestions: 'Gợi ý tìm kiếm',
  recent: 'Tìm gần đây',
  typed: 'Tìm “{{text}}”',
  operators: 'Cách tìm chính xác hơn',
} as const;
