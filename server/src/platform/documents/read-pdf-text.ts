import { fileURLToPath } from 'node:url';
import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DOCUMENT_LIMITS } from './document-limits.ts';

const CHARACTER_MAPS = fileURLToPath(
  new URL('../../cmaps/', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')),
);

/** The document is encrypted, and the password is unknown. */
export class LockedDocumentError extends Error {
  override name = 'LockedDocumentError';
}

/** The text of a PDF page by page; empty for scanned pages. */
export async function readPdfText(bytes: Buffer): Promise<string> {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useWasm: false,
    useWorkerFetch: false,
    disableFontFace: true,
    cMapUrl: CHARACTER_MAPS,
    cMapPacked: true,
  });
  try {
    const document = await loading.promise;
    let text = '';
    for (let number = 1; number <= Math.min(document.numPages, DOCUMENT_LIMITS.pages); number += 1) {
      if (text.length >= DOCUMENT_LIMITS.textCharacters) break;
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
      text += '\n';
      page.cleanup();
    }
    return text.slice(0, DOCUMENT_LIMITS.textCharacters);
  } catch (error) {
    if (error instanceof PasswordException) throw new LockedDocumentError('locked with a password');
    throw error;
  } finally {
    await loading.destroy();
  }
}
