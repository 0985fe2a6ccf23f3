/**
 * Limits for reading one document; what exceeds them is left out, or the whole document where no other rule
 * is given.
 */
export const DOCUMENT_LIMITS = {
  fileBytes: 25 * 1024 ** 2,
  /** About 40 pages of plain text; text after that is not searchable. */
  textCharacters: 200_000,
  pages: 500,
  /** For a zip: entries that are read, and uncompressed bytes per entry and in total. */
  entries: 5_000,
  partBytes: 16 * 1024 ** 2,
  unpackedBytes: 64 * 1024 ** 2,
  cells: 200_000,
  cpuSeconds: 20,
  /** Long, because on a busy machine everything else has priority. */
  timeMs: 120_000,
  memoryBytes: 768 * 1024 ** 2,
  heapMb: 256,
  /** A process is replaced after this many documents or this much processor time or memory. */
  documentsOfProcess: 200,
  retireCpuSeconds: 10,
  retireBytes: 256 * 1024 ** 2,
} as const;

export type DocumentKind = 'pdf' | 'docx' | 'xlsx' | 'pptx';
/** What is given to a reading program: one of ours reads nothing but invoices. */
export type ReadingKind = DocumentKind | 'invoices';

/** Printed by the reading program after a document when it can take another; `WORN` when it cannot. */
export const FIT_FOR_MORE = '.';
export const WORN = '!';

/** The answer that it writes next to the document. */
export type DocumentAnswer = { text: string } | { failure: string };
