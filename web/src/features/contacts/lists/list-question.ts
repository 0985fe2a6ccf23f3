import type { ContactList } from '@bocau/contract/contacts.ts';

/** What is asked about a list of one's own. */
export type ListQuestion = { kind: 'rename' | 'remove'; list: ContactList };
