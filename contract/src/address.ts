/** A mark belongs to the letter before it: `tuấn` may be written with its marks behind the letters. */
const ATOM = "(?:[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]\\p{M}*)+";
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
const LONGEST_LOCAL_PART = 64;
const LONGEST_ADDRESS = 254;
const LONGEST_LABEL = 63;

/**
 * Whether mail can be sent there, as far as the writing of the address tells: the standard form without quotes and
 * comments, letters of any script, a domain of two parts or more.
 */
export function isValidAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const labels = text.slice(at + 1).split('.');
  const top = labels.at(-1) ?? '';
  return (
    at > 0 &&
    text.length <= LONGEST_ADDRESS &&
    local.length <= LONGEST_LOCAL_PART &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => label.length <= LONGEST_LABEL && LABEL.test(label)) &&
    top.length >= 2 &&
    !/^\d+$/.test(top)
  );
}

/** Whole domains are written as `@b.vn`. */
export function isAddressOrDomain(text: string): boolean {
  return isValidAddress(text) || (text.startsWith('@') && isValidAddress(`a${text}`));
}
