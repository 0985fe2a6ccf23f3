const MARK = /^\p{M}/u;

/** A text as filters compare it: composed, in lower case, blanks joined. Accents count. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC').replace(/\s+/g, ' ');
}

/** Whether one folded text is in another. A letter that has another mark behind it is another letter. */
export function includesText(text: string, wanted: string): boolean {
  let at = text.indexOf(wanted);
  while (at !== -1) {
    const end = at + wanted.length;
    const code = text.charCodeAt(end);
    // All marks lie beyond: most texts need no closer look.
    if (!(code >= 0x300) || !MARK.test(text.slice(end, end + 2))) return true;
    at = text.indexOf(wanted, at + 1);
  }
  return false;
}
