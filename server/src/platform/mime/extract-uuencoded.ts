import { decodeUuLine } from './decode-transfer.ts';
import { mailLimits } from './mail-limits.ts';

export type UuencodedFile = { name: string; bytes: Buffer };

/** Extracts the files of a text that contains them as `begin 644 name … end`; incomplete ones stay text. */
export function extractUuencoded(text: string): { text: string; files: UuencodedFile[] } {
  if (!/^begin [0-7]{3,4} \S/m.test(text)) return { text, files: [] };
  const lines = text.split('\n');
  const kept: string[] = [];
  const files: UuencodedFile[] = [];
  let attempts = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const begin = attempts < mailLimits.uuencodedFiles ? /^begin [0-7]{3,4} (\S.*)$/.exec(line) : null;
    if (begin !== null) {
      attempts += 1;
      const file = readFile(lines, at + 1);
      if (file !== null) {
        files.push({ name: (begin[1] ?? '').trim(), bytes: file.bytes });
        at = file.endLine;
        continue;
      }
    }
    kept.push(line);
  }
  return { text: kept.join('\n'), files };
}

function readFile(lines: string[], from: number): { bytes: Buffer; endLine: number } | null {
  const chunks: Buffer[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').slice(0, 200);
    if (line.trimEnd() === 'end')
      return chunks.length > 0 ? { bytes: Buffer.concat(chunks), endLine: at } : null;
    if (line === '' && (lines[at + 1] ?? '').trimEnd() === 'end') continue;
    const bytes = decodeUuLine(line);
    if (bytes === null) return null;
    chunks.push(bytes);
  }
  return null;
}
