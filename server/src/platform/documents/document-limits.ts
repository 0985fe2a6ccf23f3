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
} as const;

export type DocumentKind = 'pdf' | 'docx' | 'xlsx' | 'pptx';

/** What the reading program answers. */
export type DocumentAnswer = { text: string } | { failure: string };
