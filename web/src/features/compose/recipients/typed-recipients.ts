import { isValidAddress } from '@bocau/contract/address.ts';

/**
 * Whether the typed text is a complete recipient (RC-2): ended by a comma, a semicolon, or a space that is
 * neither within quotes nor before the `>` of an address.
 */
export function endsRecipient(text: string): boolean {
  const typed = text.trimStart();
  if (!/[\s,;]$/.test(typed)) return false;
  if (/^"(?:[^"\\]|\\.)*$/.test(typed)) return false;
  if (/[,;\n]$/.test(typed)) return !/<[^>]*$/.test(typed);
  return !/^"/.test(typed) && !/<[^>]*$/.test(typed);
}

/** As if each character was typed: adds complete recipients, and returns the text of an incomplete one. */
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

/** Whether pasted text becomes recipients at once; otherwise it is treated as typed. */
export function isRecipientList(text: string): boolean {
  const pasted = text.trim();
  return (
    /[,;\n\t]/.test(pasted) || /<[^<>]+@[^<>]+>/.test(pasted) || pasted.split(/\s+/).some(isValidAddress)
  );
}
