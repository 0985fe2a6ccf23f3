import type { Kernel } from './kernel.ts';
import type { MemberTable } from './members.store.ts';

export const BOOK_MEMBERS = {
  table: 'contact_book_members',
  thing: 'book_id',
} as const satisfies MemberTable;

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
    { table: 'contact_books' },
    { table: 'contact_book_members', notExported: 'shared books of contacts' },
    { table: 'contact_cards' },
    { table: 'contact_sources' },
    { table: 'contact_points' },
    { table: 'contact_list_members' },
    { table: 'contact_lists' },
    { table: 'contact_groups' },
    { table: 'contact_group_members' },
    { table: 'contact_photos' },
    { table: 'contact_imports' },
    { table: 'contact_merges' },
    { table: 'contact_bulk_jobs' },
    { table: 'contact_bulk_steps' },
    { table: 'contact_changes' },
    { table: 'contact_removed' },
  ],
  mailboxNames: {
    'contact_book_members.with_mailbox_id': 'names nobody once that person is gone',
  },
  blobColumns: [],
  otherBytes: {
    'contact_sources.source': 'a vCard, at most 1 MB',
    'contact_photos.small': 'a picture, made anew from the photo of the card',
    'contact_photos.large': 'the same, wider',
    'contact_merges.source': 'the same, before a merge',
  },
  leftOut: {
    contact_changes: 'after a restore every client reads its contacts anew',
  },
} satisfies Kernel;
