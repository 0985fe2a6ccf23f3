import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../platform/clock.ts';
import { createDocumentReader } from '../../platform/documents/document-reader.ts';
import { folderOfPackage } from '../../platform/documents/reader-process.ts';
import type { AttachedInvoice } from './read/read-attachment.ts';

export type InvoiceReader = {
  /** The invoices of an attachment; throws DocumentError where it can't be read. */
  read(open: () => Promise<Readable>, signal: AbortSignal): Promise<AttachedInvoice[]>;
  close(): Promise<void>;
};

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Reads attachments of strangers in the sandbox of documents. */
export function createInvoiceReader(clock: Clock): InvoiceReader {
  const reader = createDocumentReader({
    clock,
    program: place('./read/reading-program.ts'),
    code: [place('./read'), place('./check'), ...['saxes', 'xmlchars'].map(folderOfPackage)],
  });
  return {
    async read(open, signal) {
      return JSON.parse(await reader.readText({ kind: 'invoices', open }, signal)) as AttachedInvoice[];
    },
    close: () => reader.close(),
  };
}
