/** Takes out what may have come from a mail: addresses of people, queries, and anything that was quoted. */
export function withoutMailContent(text: string): string {
  return text
    .replace(/[^\s<>"'(),;]{1,200}@[^\s<>"'(),;]{1,200}/g, '…')
    .replace(/\bdata:[^\s"')]+/gi, 'data:…')
    .replace(/[?#][^\s"'):]*/g, '')
    .replace(/(["'`“‘])[^"'`”’]*(["'`”’])/g, '$1…$2')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
