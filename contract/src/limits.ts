const MB = 1024 * 1024;

/** Figures that both sides go by. */
export const LIMITS = {
  pageSize: 50,
  pageSizeMax: 100,
  /** Threads or messages that one call may name. */
  idsPerCall: 500,
  folderNameLength: 100,
  folderDepth: 8,
  foldersPerMailbox: 1000,
  rulesPerMailbox: 1000,
  searchTextLength: 400,
  /** Characters of its HTML. */
  signatureLength: 10_000,
  /** A thread that has grown this long goes on as a new one, so that no act on a thread grows without bound. */
  threadMessages: 250,
  /** A reader further behind than this refetches. */
  changesPerAnswer: 1000,
  messageBytes: 40 * MB,
  attachmentBytes: 25 * MB,
  imagesPerCall: 500,
  imageAddressLength: 4096,
  remoteImageBytes: 10 * MB,
  trashDays: 30,
  bulkUndoHours: 24,
  searchCountCap: 1000,
  clientErrorLength: 500,
} as const;
