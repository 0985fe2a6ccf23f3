import type { Kernel } from './kernel.ts';

/** Books of contacts, their cards and lists. */
export const CONTACTS = {
  name: 'contacts',
  journal: {
    state: 'contact_state',
    changes: 'contact_changes',
    channel: 'contacts_changed',
    event: 'contacts_changed',
  },
  mailboxRows: [
    { table: 'contact_state' },
    { table: 'contact_books', notExported: 'contacts' },
    { table: 'contact_book_members', notExported: 'shared books of contacts' },
    { table: 'contact_cards' },
    { table: 'contact_sources' },
    { table: 'contact_points' },
    { table: 'contact_list_members' },
    { table: 'contact_lists' },
    { table: 'contact_changes' },
    { table: 'contact_removed' },
  ],
  mailboxNames: {
    'contact_book_members.with_mailbox_id': 'goes with that person too',
  },
  blobColumns: [],
  otherBytes: {
    'contact_sources.source': 'a vCard, at most 1 MB',
  },
  leftOut: {
    contact_changes: 'after a restore every client reads its contacts anew',
  },
} satisfies Kernel;
