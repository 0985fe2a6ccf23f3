import { isValidAddress } from '@bocau/contract/address.ts';
import { recipientsFromText } from '../../../model/compose/recipient-text.ts';

/**
 * Whether the typed text is a complete recipient (RC-2): ended by a comma or a semicolon that is not within
 * quotes or before the `>` of an address, or by a space after whole addresses. Other spaces are within a name.
 */
export function endsRecipient(text: string): boolean {
  const typed = text.trimStart();
  if (!/[\s,;]$/.test(typed)) return false;
  if (/^"(?:[^"\\]|\\.)*$/.test(typed) || /<[^>]*$/.test(typed)) return false;
  if (/[,;\n]$/.test(typed)) return true;
  const recipients = recipientsFromText(typed);
  return recipients.length > 0 && recipients.every(({ valid }) => valid);
}

/** Whether an address is in it; otherwise it is a name that is looked for. */
export function holdsAddress(text: string): boolean {
  return recipientsFromText(text).some(({ valid }) => valid);
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
