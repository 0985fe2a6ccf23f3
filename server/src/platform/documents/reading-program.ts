import { readFile, writeFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  DOCUMENT_LIMITS,
  type DocumentAnswer,
  type DocumentKind,
  FIT_FOR_MORE,
  WORN,
} from './document-limits.ts';

/**
 * A program of its own that can read and write only one folder, because a document may be hostile. Each line
 * of input names the kind of the document now in that folder.
 */
const [folder = ''] = process.argv.slice(2);
const MICROSECONDS = 1_000_000;

// A process may not take more than it was given, as under a service that is nice already.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
for await (const kind of createInterface({ input: process.stdin })) {
  await writeFile(join(folder, 'answer.json'), JSON.stringify(await read(kind as DocumentKind)));
  process.stdout.write(isWorn() ? WORN : FIT_FOR_MORE);
}
// Ends whatever else the document has started.
process.exit(0);

async function read(kind: DocumentKind): Promise<DocumentAnswer> {
  try {
    const bytes = await readFile(join(folder, 'document'));
    const text = await textOf(bytes, kind);
    return { text: text.slice(0, DOCUMENT_LIMITS.textCharacters).toWellFormed() };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { failure: `${name}: ${message}`.slice(0, 300) };
  }
}

/** Its limits of processor time and memory cover its whole life, so a heavily used process is replaced. */
function isWorn(): boolean {
  const { user, system } = process.cpuUsage();
  const isSlow = (user + system) / MICROSECONDS > DOCUMENT_LIMITS.retireCpuSeconds;
  return isSlow || process.memoryUsage.rss() > DOCUMENT_LIMITS.retireBytes;
}

/** Loads only the modules this kind needs. */
async function textOf(bytes: Buffer, kind: DocumentKind): Promise<string> {
  if (kind === 'pdf') return (await import('./read-pdf-text.ts')).readPdfText(bytes);
  return (await import('./read-office-text.ts')).readOfficeText(bytes, kind);
}
