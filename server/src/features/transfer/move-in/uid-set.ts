/** Ascending numbers in IMAP's format: `1:4,7`. */
export function uidSet(uids: number[]): string {
  const ranges: string[] = [];
  for (let first = 0; first < uids.length; ) {
    let last = first;
    while (uids[last + 1] === (uids[last] as number) + 1) last += 1;
    ranges.push(first === last ? `${uids[first]}` : `${uids[first]}:${uids[last]}`);
    first = last + 1;
  }
  return ranges.join(',');
}
