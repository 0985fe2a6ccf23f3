import { CARD_VERSION } from '../mailbox/card-version.ts';

/** Versions of stored data derived from messages; increase with every change of the derivation. */
export const DERIVED_VERSIONS = {
  cards: CARD_VERSION,
  /** Since 2 with the positions and diacritics of words. */
  words: 2,
  snippets: 1,
  /** The text of received messages as parsed from their source. */
  bodies: 1,
  /** The text of attached documents, as part of the words. */
  files: 2,
  /** The source in wire format; imports of earlier releases stored it unchanged. */
  sources: 2,
  /** Since 2 read from the source when their bytes are a range of it. */
  attachments: 2,
  /** The IMAP state of messages; releases before version 1 had none. */
  states: 2,
  /** Header fields and parts as mail programs fetch them; they exist since 2. */
  structures: 2,
  /** Invoices among the attachments; they exist since 2. Read by jobs of their own. Since 3 with all fees and discounts, since 4 with the key of the signer, since 5 without trust in who calls itself the tax authority. */
  invoices: 5,
  /** Which messages are newsletters; they exist since 2. */
  newsletters: 2,
} as const;

export type Derived = keyof typeof DERIVED_VERSIONS;

/**
 * Sources before everything parsed from them; snippets before cards, which show them; files last, because
 * they take longest.
 */
export const DERIVED: readonly Derived[] = [
  'sources',
  'attachments',
  'structures',
  'bodies',
  'snippets',
  'words',
  'cards',
  'states',
  'invoices',
  'newsletters',
  'files',
];
