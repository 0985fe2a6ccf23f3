const LF = 0x0a;
const CR = 0x0d;

/**
 * A message in wire format: every line ends in CR LF (RFC 5321, 2.3.8), where other programs store files with
 * bare line feeds. Returns the same bytes when they are correct.
 */
export function wireForm(raw: Buffer): Buffer {
  let missing = 0;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) {
    if (raw[at - 1] !== CR) missing += 1;
  }
  if (missing === 0) return raw;
  const wire = Buffer.allocUnsafe(raw.length + missing);
  let from = 0;
  let end = 0;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) {
    if (raw[at - 1] === CR) continue;
    end += raw.copy(wire, end, from, at);
    wire[end++] = CR;
    from = at;
  }
  raw.copy(wire, end, from);
  return wire;
}
