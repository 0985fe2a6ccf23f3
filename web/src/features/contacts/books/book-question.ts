import type { ContactBook } from '@bocau/contract/contacts.ts';

/** What is asked about one of one's own books. */
export type BookQuestion = { kind: 'new' } | { kind: 'share' | 'rename' | 'remove'; book: ContactBook };
