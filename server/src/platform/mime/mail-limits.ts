/** What one message may cost. Whatever lies beyond is still in the raw source. */
export const mailLimits = {
  headerBlockBytes: 2_000_000,
  headerFields: 2_000,
  headerFieldBytes: 262_144,
  parts: 10_000,
  depth: 1_000,
  boundaryLength: 1_000,
  parameters: 200,
  addresses: 2_000,
  addressLength: 320,
  displayNameLength: 500,
  references: 200,
  messageIdLength: 998,
  subjectLength: 4_000,
  deliveredTo: 100,
  /** Listed one by one; what is beyond lies in one zip. */
  attachments: 300,
  foundFiles: 20_000,
  fileNameLength: 200,
  bodyCharacters: 1_000_000,
  /** Of HTML that is made of quoted text: what is sent has room for an answer, too. */
  quotedCharacters: 800_000,
  searchCharacters: 200_000,
  snippetCharacters: 200,
  uuencodedFiles: 50,
} as const;
