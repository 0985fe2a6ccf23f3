const MARK = /^\p{M}/u;

/**
 * The normalized form in which filters compare text: composed, in lower case, blanks collapsed. Diacritics
 * count.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC').replace(/\s+/g, ' ');
}

/** Whether one folded text contains another. A letter followed by a combining mark is a different letter. */
export function includesText(text: string, wanted: string): boolean {
  let at = text.indexOf(wanted);
  while (at !== -1) {
    const end = at + wanted.length;
    const code = text.charCodeAt(end);
    // All combining marks are above this code: most texts need no closer look.
    if (!(code >= 0x300) || !MARK.test(text.slice(end, end + 2))) return true;
    at = text.indexOf(wanted, at + 1);
  }
  return false;
}
