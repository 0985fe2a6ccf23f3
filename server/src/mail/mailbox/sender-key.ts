import type { Sender } from '@bocau/contract/fields.ts';
import { fold } from '@bocau/contract/fold.ts';

/** Letters that follow another in the Vietnamese alphabet. By bytes `{` and `|` come after every other letter. */
const FOLLOWING: Record<string, string> = {
  ă: 'a{',
  â: 'a|',
  đ: 'd{',
  ê: 'e{',
  ô: 'o{',
  ơ: 'o|',
  ư: 'u{',
};
const FOLLOWING_LETTERS = /[ăâđêôơư]/g;
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g;
const BEFORE_THE_NAME = /^[^\p{L}\p{N}]+/u;
/** Below the space, so that a name comes before the longer ones that begin with it. */
const END_OF_NAME = '\u0001';
/** Enough to order by; an index takes no text of any length. */
const NAME_LENGTH = 48;
const ADDRESS_LENGTH = 48;

/**
 * A text whose bytes are in the order of the shown names, the same for all messages of one sender. Who has no name, or
 * one that is doubted, is shown and sorted by the address.
 */
export function senderKey({ name, email, doubts = [] }: Sender): string {
  const address = email.toLowerCase();
  const shown = doubts.length > 0 && address !== '' ? address : name.trim() || address;
  const letters = shown.toLowerCase().normalize('NFD').replace(TONES, '').normalize('NFC');
  const inOrder = fold(letters.replace(FOLLOWING_LETTERS, (letter) => FOLLOWING[letter] ?? letter));
  const named = inOrder.replace(BEFORE_THE_NAME, '').replaceAll('\0', '').slice(0, NAME_LENGTH);
  return `${named}${END_OF_NAME}${address.replaceAll('\0', '').slice(0, ADDRESS_LENGTH)}`.toWellFormed();
}
