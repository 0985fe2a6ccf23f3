import type { ContactBook } from '@bocau/contract/contacts.ts';

/** What is asked about one of one's own books, or about one that somebody else shares. */
export type BookQuestion =
  | { kind: 'new' }
  | { kind: 'share' | 'rename'; book: ContactBook }
  | PartingQuestion;

/** Whether the person parts with a book: deletes their own, or leaves somebody else's. */
export type PartingQuestion = { kind: 'remove' | 'leave'; book: ContactBook };
