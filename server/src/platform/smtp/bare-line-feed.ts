const CR = 0x0d;
const LF = 0x0a;

/** Whether a line ends without CR; `before` is the preceding byte, if any. */
export function hasBareLineFeed(bytes: Buffer, before?: number): boolean {
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if ((at > 0 ? bytes[at - 1] : before) !== CR) return true;
  }
  return false;
}
