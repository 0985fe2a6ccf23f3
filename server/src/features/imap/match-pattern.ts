/**
 * Whether a mailbox name matches a pattern of LIST: `*` stands for anything, `%` for anything but a separator. Takes a
 * time in proportion to both lengths, whatever the pattern is.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  // Which lengths of the name the pattern so far matches.
  let matched = new Array<boolean>(name.length + 1).fill(false);
  matched[0] = true;
  for (const sign of collapse(pattern)) {
    const next = new Array<boolean>(name.length + 1).fill(false);
    const isWild = sign === '*' || sign === '%';
    for (let length = 0; length <= name.length; length += 1) {
      if (isWild) {
        const passes = length > 0 && next[length - 1] === true && (sign === '*' || name[length - 1] !== '/');
        next[length] = matched[length] === true || passes;
      } else next[length] = length > 0 && matched[length - 1] === true && name[length - 1] === sign;
    }
    if (!next.includes(true)) return false;
    matched = next;
  }
  return matched[name.length] === true;
}

function collapse(pattern: string): string {
  return pattern.replace(/[*%]*\*[*%]*/g, '*').replace(/%+/g, '%');
}
