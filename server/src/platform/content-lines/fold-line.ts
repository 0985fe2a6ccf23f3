/** Octets of a line without its break (RFC 6350, 3.2; RFC 5545, 3.1). */
export const LINE_OCTETS = 75;

/** Breaks a line that begins in a column; never within a character. */
export function foldLine(bytes: Buffer, column: number, lineBreak: string): Buffer {
  const parts: Buffer[] = [];
  const glue = Buffer.from(`${lineBreak} `);
  let start = 0;
  let room = Math.max(0, LINE_OCTETS - column);
  while (bytes.length - start > room) {
    let cut = start + room;
    while (cut > start && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut -= 1;
    // Parameters of old cards may be no UTF-8.
    if (cut === start) cut = start + room;
    parts.push(bytes.subarray(start, cut), glue);
    start = cut;
    room = LINE_OCTETS - 1;
  }
  return Buffer.concat([...parts, bytes.subarray(start)]);
}
