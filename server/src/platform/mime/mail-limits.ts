/** Limits for one message. Whatever exceeds them is still in the raw source. */
export const mailLimits = {
  headerBlockBytes: 2_000_000,
  headerFields: 2_000,
  headerFieldBytes: 262_144,
  parts: 10_000,
  depth: 1_000,
  /** Nested messages that are split into parts, their depth, and the number of parts they may have together. */
  nestedMessages: 20,
  nestedParts: 1_000,
  /** Limits of the IMAP structure; parts beyond them count as content of their parent. */
  structureDepth: 50,
  structureParts: 1_000,
  structureStringBytes: 1_000,
  structureCharacters: 1_000_000,
  /** Limit of the header fields that are stored beside a message. */
  keptHeaderBytes: 65_536,
  boundaryLength: 1_000,
  parameters: 200,
  addresses: 2_000,
  addressLength: 320,
  displayNameLength: 500,
  references: 200,
  messageIdLength: 998,
  subjectLength: 4_000,
  deliveredTo: 100,
  /** Listed one by one; the rest is bundled in one zip. */
  attachments: 300,
  foundFiles: 20_000,
  fileNameLength: 200,
  bodyCharacters: 1_000_000,
  /** Limit of the HTML of quoted text; a sent message has room for an answer too. */
  quotedCharacters: 800_000,
  searchCharacters: 200_000,
  snippetCharacters: 200,
  uuencodedFiles: 50,
} as const;
