import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import type { ReadingKind } from './document-limits.ts';
import { DocumentError } from './reader-process.ts';

const BEGINNING_BYTES = 1024;
/**
 * Every PDF with text contains one of these names: fonts, or object streams and encryption, which may hide
 * fonts. Scans often contain none of them.
 */
const NAMES_WITH_TEXT = ['/Font', '/ObjStm', '/Encrypt'];
const LONGEST_NAME = Math.max(...NAMES_WITH_TEXT.map((name) => name.length));

/** Rejects what is plainly something else before a process reads it; a PDF may be preceded by some bytes. */
export async function checkBeginning(path: string, kind: ReadingKind): Promise<void> {
  // Their reader knows by itself what they are.
  if (kind === 'invoices') return;
  await using file = await openFile(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
  const beginning = buffer.toString('latin1', 0, bytesRead);
  const fits = kind === 'pdf' ? beginning.includes('%PDF-') : beginning.startsWith('PK\x03\x04');
  if (!fits) throw new DocumentError('not a document of the kind that its name says');
}

/** A cheap check whether a PDF is worth reading. */
export async function mayHaveText(path: string): Promise<boolean> {
  let before: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([before, chunk]);
    if (NAMES_WITH_TEXT.some((name) => bytes.includes(name, 0, 'latin1'))) return true;
    before = bytes.subarray(Math.max(0, bytes.length - LONGEST_NAME));
  }
  return false;
}
