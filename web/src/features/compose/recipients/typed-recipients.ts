import { isValidAddress } from '@bocau/contract/address.ts';

/**
 * Whether what is typed is a recipient by now (RC-2): a comma or a semicolon ends one, and so does a space where it
 * stands neither within quotes nor before the `>` of an address.
 */
export function endsRecipient(text: string): boolean {
  const typed = text.trimStart();
  if (!/[\s,;]$/.test(typed)) return false;
  if (/^"(?:[^"\\]|\\.)*$/.test(typed)) return false;
  if (/[,;\n]$/.test(typed)) return !/<[^>]*$/.test(typed);
  return !/^"/.test(typed) && !/<[^>]*$/.test(typed);
}

/** As if each letter was typed here: adds the recipients that are complete, and gives what is typed of the next. */
export function typeRecipients(text: string, add: (recipient: string) => void): string {
  let typed = '';
  for (const letter of text) {
    typed += letter;
    if (!endsRecipient(typed)) continue;
    const recipient = typed.replace(/[\s,;]+$/, '');
    if (recipient.trim() !== '') add(recipient);
    typed = '';
  }
  return typed;
}

/** Whether a pasted text is to become recipients at once; else it is text like what is typed. */
export function isRecipientList(text: string): boolean {
  const pasted = text.trim();
  return (
    /[,;\n\t]/.test(pasted) || /<[^<>]+@[^<>]+>/.test(pasted) || pasted.split(/\s+/).some(isValidAddress)
  );
}
