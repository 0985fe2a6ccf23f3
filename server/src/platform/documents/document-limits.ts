/** What reading one document may cost; what lies beyond is left out, or the whole document where that says nothing. */
export const DOCUMENT_LIMITS = {
  fileBytes: 25 * 1024 ** 2,
  /** Some 40 pages of text without a picture; what is found only behind them is not found. */
  textCharacters: 200_000,
  pages: 500,
  /** Of a zip: entries that are looked at, and bytes that come out of one and of all. */
  entries: 5_000,
  partBytes: 16 * 1024 ** 2,
  unpackedBytes: 64 * 1024 ** 2,
  cells: 200_000,
  cpuSeconds: 20,
  /** Longer, as on a busy machine everything else goes first. */
  timeMs: 120_000,
  memoryBytes: 768 * 1024 ** 2,
  heapMb: 256,
  /** After so many documents, so much processor time or memory its process is replaced by a new one. */
  documentsOfProcess: 200,
  retireCpuSeconds: 10,
  retireBytes: 256 * 1024 ** 2,
} as const;

export type DocumentKind = 'pdf' | 'docx' | 'xlsx' | 'pptx';

/** What the reading program says when it has read a document and is fit for another one; `WORN` where it is not. */
export const FIT_FOR_MORE = '.';
export const WORN = '!';

/** What it writes beside the document. */
export type DocumentAnswer = { text: string } | { failure: string };
