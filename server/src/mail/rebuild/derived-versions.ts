import { CARD_VERSION } from '../mailbox/card-version.ts';

/** What is derived from messages and kept, to be raised with every change of how it is made. */
export const DERIVED_VERSIONS = {
  cards: CARD_VERSION,
  /** From 2 on with the places and marks of words. */
  words: 2,
  snippets: 1,
  /** The text of received messages as it was read from their source. */
  bodies: 1,
  /** What attached documents say, among the words. */
  files: 2,
  /** The source as it goes over the wire; imports of earlier releases kept what they found. */
  sources: 2,
  /** From 2 on read out of the source, where their bytes stand in it. */
  attachments: 2,
} as const;

export type Derived = keyof typeof DERIVED_VERSIONS;

/** Sources before all that is read from them; snippets before cards, which show them; files last, as they take longest. */
export const DERIVED: readonly Derived[] = [
  'sources',
  'attachments',
  'bodies',
  'snippets',
  'words',
  'cards',
  'files',
];
