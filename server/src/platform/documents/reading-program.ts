import { readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { DOCUMENT_LIMITS, type DocumentAnswer, type DocumentKind } from './document-limits.ts';

/** A program of its own, that can read and write one folder and knows nothing else: a document may be hostile. */
const [kind = '', folder = ''] = process.argv.slice(2);

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await writeFile(join(folder, 'answer.json'), JSON.stringify(await read()));
// Whatever else the document has set going ends here.
process.exit(0);

async function read(): Promise<DocumentAnswer> {
  try {
    const bytes = await readFile(join(folder, 'document'));
    const text = await textOf(bytes, kind as DocumentKind);
    return { text: text.slice(0, DOCUMENT_LIMITS.textCharacters).toWellFormed() };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { failure: `${name}: ${message}`.slice(0, 300) };
  }
}

/** Loads only what this kind needs. */
async function textOf(bytes: Buffer, kind: DocumentKind): Promise<string> {
  if (kind === 'pdf') return (await import('./read-pdf-text.ts')).readPdfText(bytes);
  return (await import('./read-office-text.ts')).readOfficeText(bytes, kind);
}
