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
  subjectLength: 255,
  recipientLength: 320,
  /** Over To, Cc and Bcc. */
  recipientsPerMail: 500,
  filesPerMail: 200,
  /** What a draft's text may grow to; sending it takes less (`max_body_size`). */
  draftBodyLength: 5_000_000,
  /** Of a draft as it travels: a Vietnamese letter takes three bytes. */
  draftBytes: 16 * MB,
  /** Characters of the HTML that is sent, signature and quote included. */
  maxBodySize: 1_000_000,
  /** The longest that a delayed send is held. */
  sendDelaySeconds: 120,
  /** A mail may be taken back for so long where its domain does not say otherwise. */
  recallSeconds: 24 * 3600,
  /** How much longer the server holds a delayed send than the user is shown. */
  undoMarginSeconds: 2,
  /** A thread that has grown this long goes on as a new one, so that no act on a thread grows without bound. */
  threadMessages: 250,
  /** A reader further behind than this refetches. */
  changesPerAnswer: 1000,
  messageBytes: 40 * MB,
  attachmentBytes: 25 * MB,
  /** All files of one call. */
  uploadBytes: 256 * MB,
  filesPerUpload: 50,
  imagesPerCall: 500,
  imageAddressLength: 4096,
  remoteImageBytes: 10 * MB,
  trashDays: 30,
  bulkUndoHours: 24,
  searchCountCap: 1000,
  clientErrorLength: 500,
} as const;

/** Files whose last extension is one of these are not taken, whatever its case. */
export const BLOCKED_EXTENSIONS: readonly string[] = ['bat', 'exe', 'scr', 'ace', 'lha', 'tnef'];
