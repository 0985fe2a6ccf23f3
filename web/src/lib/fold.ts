/** Without case and Vietnamese marks, as people type when they search: `hợp đồng` is `hop dong`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');
}
