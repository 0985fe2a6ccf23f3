const MB = 1024 * 1024;

/** Limits that server and clients both apply. */
export const LIMITS = {
  pageSize: 50,
  pageSizeMax: 100,
  /** Threads or messages that one call may name. */
  idsPerCall: 500,
  folderNameLength: 100,
  folderDepth: 8,
  foldersPerMailbox: 1000,
  labelsPerMailbox: 200,
  pinnedPerFolder: 50,
  labelNameLength: 200,
  /** Of a keyword of IMAP. */
  keywordLength: 100,
  rulesPerMailbox: 1000,
  conditionsPerFilter: 20,
  actionsPerFilter: 10,
  ruleValueLength: 500,
  ruleNameLength: 200,
  /** Addresses that filters send one message on to. */
  redirectsPerMessage: 4,
  searchTextLength: 400,
  /** Characters of its HTML, without its images. */
  signatureLength: 10_000,
  signatureNameLength: 60,
  signatureImages: 5,
  /** Of the images of one signature together. */
  signatureImageBytes: 500 * 1024,
  /** The main one included. */
  signatures: 10,
  subjectLength: 255,
  recipientLength: 320,
  /** Over To, Cc and Bcc. */
  recipientsPerMail: 500,
  filesPerMail: 200,
  /** What a draft's text may grow to; sending it takes less (`max_body_size`). */
  draftBodyLength: 5_000_000,
  /** Bytes of a draft in a request; a Vietnamese letter takes up to three. */
  draftBytes: 16 * MB,
  /** Characters of the HTML that is sent, signature and quote included. */
  maxBodySize: 1_000_000,
  /** The longest that a delayed send is held. */
  sendDelaySeconds: 120,
  /** How long a message may be recalled, unless its domain sets another time. */
  recallSeconds: 24 * 3600,
  /** How much longer the server holds a delayed send than the user is shown. */
  undoMarginSeconds: 2,
  /** A thread of this length continues as a new one, which bounds the cost of every action on a thread. */
  threadMessages: 250,
  /** Bodies that come with a thread, besides those of the messages that open expanded. */
  threadBodyBytes: 2 * MB,
  /** A client that is further behind than this fetches everything again. */
  changesPerAnswer: 1000,
  messageBytes: 40 * MB,
  attachmentBytes: 25 * MB,
  /** Bytes of all files of one call together. */
  uploadBytes: 256 * MB,
  filesPerUpload: 50,
  imagesPerCall: 500,
  imageAddressLength: 4096,
  remoteImageBytes: 10 * MB,
  trashDays: 30,
  /** For which what a mail program has removed can be restored. */
  removedDays: 14,
  removedRestoredAtOnce: 50,
  bulkUndoHours: 24,
  searchCountCap: 1000,
  clientErrorLength: 500,
  /** Bytes of one name in the drive, and of a path. */
  driveNameBytes: 255,
  drivePathBytes: 4096,
  driveDepth: 64,
  /** A page of a folder. */
  drivePageMax: 500,
  /** A file of the drive is kept in pieces of so many bytes. */
  driveChunkBytes: 8 * MB,
  /** Of one file that comes as a form; larger ones come in pieces that resume. */
  driveFormBytes: 512 * MB,
  /** Of one file. */
  driveFileBytes: 1024 * 1024 * MB,
  driveTrashDays: 30,
  sharePasswordLength: 8,
  /** Bytes of one vCard. */
  contactCardBytes: MB,
  contactProperties: 1000,
  contactsPerMailbox: 100_000,
  /** Of all cards of a mailbox together, those in the trash too. */
  contactBytes: 500 * MB,
  contactBooks: 100,
  /** Books that others share with one person. */
  contactBooksShared: 100,
  contactBookMembers: 500,
  contactLists: 500,
  /** Addresses, numbers and the like of one card, of each kind. */
  contactEntries: 100,
  contactTextLength: 1000,
  contactNotesLength: 20_000,
  contactListNameLength: 100,
  contactTrashDays: 30,
  /** Into one. */
  contactsMerged: 20,
  contactImportBytes: 32 * MB,
  contactImportColumns: 500,
  /** Bytes of one object of a calendar: an event with all that is changed of it. */
  eventBytes: MB,
  eventsPerMailbox: 100_000,
  /** Of all objects of a mailbox together, those in the trash too. */
  calendarBytes: 500 * MB,
  calendarsPerMailbox: 100,
  /** Calendars that others share with one person, and people with whom one is shared. */
  calendarsShared: 100,
  calendarMembers: 200,
  /** People and days of which one answer tells when they are busy. */
  busyPeople: 50,
  busyDays: 31,
  /** Times that one event happens within the four years that are kept. */
  eventOccurrences: 5_000,
  eventTitleLength: 500,
  eventPlaceLength: 1000,
  eventDescriptionLength: 20_000,
  eventGuests: 500,
  eventTrashDays: 30,
  /** Days and occurrences of one answer. */
  eventDaysListed: 400,
  eventsListed: 10_000,
} as const;
