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

/** Whether a pasted text is to become recipients at once; else it is text like what is typed. */
export function isRecipientList(text: string): boolean {
  const pasted = text.trim();
  return (
    /[,;\n\t]/.test(pasted) || /<[^<>]+@[^<>]+>/.test(pasted) || pasted.split(/\s+/).some(isValidAddress)
  );
}
