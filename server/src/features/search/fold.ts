/**
 * The form in which texts are compared: without case, without Vietnamese and other marks, `đ` as `d`.
 * The index and the query both go through here, so they can't disagree.
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[đð]/g, 'd')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l');
}
