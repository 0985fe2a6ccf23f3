const LONG_WORD = /(?<![\w-])[\w-]{20,}(?![\w-]|\.(?:js|css)\b)/g;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Takes out what may have come from a mail, or open one: addresses of people, queries, what was quoted, and tokens. */
export function withoutMailContent(text: string): string {
  return text
    .replace(/[^\s<>"'(),;]{1,200}@[^\s<>"'(),;]{1,200}/g, '…')
    .replace(/\bdata:[^\s"')]+/gi, 'data:…')
    .replace(/[?#][^\s"'):]*/g, '')
    .replace(/(["'`“‘])[^"'`”’]*(["'`”’])/g, '$1…$2')
    .replace(LONG_WORD, (word) => (looksSecret(word) ? '…' : word))
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

/** Random letters, and neither an id nor a name that somebody gave to something. */
function looksSecret(word: string): boolean {
  return !ID.test(word) && (word.length >= 40 || (/[A-Z]/.test(word) && /\d/.test(word)));
}
