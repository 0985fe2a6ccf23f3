import { DOCUMENT_LIMITS, type DocumentKind } from './document-limits.ts';
import { serveReadings } from './serve-readings.ts';

await serveReadings(async (bytes, kind) => {
  const text = await textOf(bytes, kind as DocumentKind);
  return text.slice(0, DOCUMENT_LIMITS.textCharacters).toWellFormed();
});

/** Loads only the modules this kind needs. */
async function textOf(bytes: Buffer, kind: DocumentKind): Promise<string> {
  if (kind === 'pdf') return (await import('./read-pdf-text.ts')).readPdfText(bytes);
  return (await import('./read-office-text.ts')).readOfficeText(bytes, kind);
}
