const LONG_WORD = /(?<![\w-])[\w-]{20,}(?![\w-]|\.(?:js|css)\b)/g;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Redacts what may come from mail content or give access to it: addresses, queries, quoted text, and tokens.
 */
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

/** Random letters, as opposed to an id or a given name. */
function looksSecret(word: string): boolean {
  return !ID.test(word) && (word.length >= 40 || (/[A-Z]/.test(word) && /\d/.test(word)));
}
