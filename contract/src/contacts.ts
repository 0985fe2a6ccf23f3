import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, line, mailAddress, queryNumber, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

const MOST = LIMITS.contactEntries;
const text = line(LIMITS.contactTextLength);
/** `work`, `home`, `mobile` … as vCard knows them, or a label of one's own. */
const label = line(60);
const labelled = z.object({ label, value: text });

/** A day, or a day of every year: `1990-08-15`, `--08-15`. */
export const contactDay = z.string().regex(/^(\d{4}|-)-\d{2}-\d{2}$/);

export const contactAddress = z.object({
  label,
  /** Number and street. */
  street: text,
  /** Ward or commune. */
  ward: text,
  /** Province or city. */
  province: text,
  postal_code: line(30),
  country: text,
});

/** What a card says, in the words that vCard, spreadsheets and the form on the screen have in common. */
export const contactFields = z.object({
  full_name: text,
  family_name: text,
  /** Middle names: the "Thị Lan" of Nguyễn Thị Lan Anh. */
  middle_name: text,
  given_name: text,
  name_prefix: text,
  name_suffix: text,
  nickname: text,
  organisation: text,
  department: text,
  title: text,
  emails: z.array(labelled).max(MOST),
  phones: z.array(labelled).max(MOST),
  addresses: z.array(contactAddress).max(MOST),
  urls: z.array(labelled).max(MOST),
  /** Anniversaries and other days. */
  dates: z.array(z.object({ label, value: contactDay })).max(MOST),
  relations: z.array(labelled).max(MOST),
  birthday: contactDay.nullable(),
  /** The birthday is a day of the lunar calendar. */
  lunar_birthday: z.boolean(),
  /** It is of the leap month behind the month of that number; only with `lunar_birthday`. */
  lunar_leap: z.boolean(),
  notes: z.string().max(LIMITS.contactNotesLength),
  /** Names of the lists that the card is in. */
  lists: z.array(line(LIMITS.contactListNameLength)).max(MOST),
});
export type ContactFields = z.infer<typeof contactFields>;

export const bookPermission = z.enum(['OWNER', 'WRITE', 'READ']);
export type BookPermission = z.infer<typeof bookPermission>;

/** A card as a list shows it. */
export const contactRow = z.object({
  id,
  book_id: id,
  name: z.string(),
  /** The letter under which it is listed, or `#`. */
  letter: z.string(),
  organisation: z.string(),
  title: z.string(),
  /** The first ones. */
  email: z.string(),
  phone: z.string(),
  /** Path of the picture, without its width. */
  photo: z.string().nullable(),
  favorite: z.boolean(),
  /** Only in the trash. */
  trashed_at: unixSeconds.optional(),
});
export type ContactRow = z.infer<typeof contactRow>;

export const contactCard = contactRow.extend({
  /** The number of the change that wrote it last: an edit names the one that it edits. */
  revision: z.number().int(),
  permission: bookPermission,
  fields: contactFields,
  /** Of the numbers in `fields.phones`, in their order: in international form, where they are numbers. */
  numbers: z.array(z.string().nullable()),
  created_at: unixSeconds,
  changed_at: unixSeconds,
  /** Who put it into the trash, where that was somebody with whom its book is shared. */
  trashed_by: z.object({ name: z.string(), email: z.string() }).optional(),
});
export type ContactCard = z.infer<typeof contactCard>;

export const contactBook = z.object({
  id,
  name: z.string(),
  /** New cards go here. */
  is_default: z.boolean(),
  /** How many cards its list shows. */
  total: z.number().int(),
  permission: bookPermission,
  /** Of a book that somebody else shares. */
  owner: z.object({ name: z.string(), email: z.string() }).nullable(),
});
export type ContactBook = z.infer<typeof contactBook>;

const bookName = line(100).min(1);

export const listContactBooks = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/books',
  summary: 'The books of contacts: the own ones, and those that others share',
  access: 'session',
  on: 'person',
  data: z.array(contactBook),
  errors: [],
});

export const createContactBook = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/books',
  summary: 'Create a book of contacts',
  access: 'session',
  on: 'person',
  body: z.object({ name: bookName }),
  data: contactBook,
  status: 201,
  errors: ['already_exists', 'too_many_contacts'],
});

export const renameContactBook = endpoint({
  method: 'PATCH',
  path: '/api/contacts/v1/books/:id',
  summary: 'Rename a book of contacts',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({ name: bookName }),
  data: contactBook,
  errors: ['contact_not_found', 'already_exists', 'forbidden'],
});

export const deleteContactBook = endpoint({
  method: 'DELETE',
  path: '/api/contacts/v1/books/:id',
  summary: 'Delete a book; its cards go into the trash. The book that new cards go to stays',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: done,
  errors: ['contact_not_found', 'forbidden'],
});

/** Somebody of one's own domain with whom a book is shared. */
export const bookMember = z.object({
  email: z.string(),
  name: z.string(),
  permission: z.enum(['READ', 'WRITE']),
});
export type BookMember = z.infer<typeof bookMember>;

export const listBookMembers = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/books/:id/members',
  summary: 'With whom a book is shared; for its owner',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: z.array(bookMember),
  errors: ['contact_not_found', 'forbidden'],
});

export const setBookMembers = endpoint({
  method: 'PUT',
  path: '/api/contacts/v1/books/:id/members',
  summary: 'Share a book with these people of one’s own domain, and with nobody else',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({
    members: z
      .array(z.object({ address: line(LIMITS.recipientLength), permission: z.enum(['READ', 'WRITE']) }))
      .max(LIMITS.contactBookMembers),
  }),
  data: z.array(bookMember),
  errors: ['contact_not_found', 'forbidden', 'invalid_recipients', 'too_many_contacts'],
});

export const leaveContactBook = endpoint({
  method: 'DELETE',
  path: '/api/contacts/v1/books/:id/membership',
  summary: 'Leave a book that somebody else shares; only its owner can share it again',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: done,
  errors: ['contact_not_found', 'forbidden'],
});

export const CONTACT_ORDERS = ['given', 'family'] as const;
export type ContactOrder = (typeof CONTACT_ORDERS)[number];

/** Which cards; without any of these all of one's own. */
const place = {
  book_id: id.optional(),
  list: line(LIMITS.contactListNameLength).optional(),
  only: z.enum(['favorites', 'trash']).optional(),
  order: z.enum(CONTACT_ORDERS).default('given'),
};

export const listContacts = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/cards',
  summary:
    'Cards by given or by family name; those in the trash from the latest; with `search`, those with words that begin so, accents or not, or a part of a number',
  access: 'session',
  on: 'person',
  query: z.object({
    ...place,
    search: z.string().max(LIMITS.searchTextLength).optional(),
    /** Begins with this letter; `#` for what has none. */
    from: z.string().max(4).optional(),
    limit: queryNumber.optional(),
    cursor: z.string().max(1024).optional(),
  }),
  data: z.array(contactRow),
  /** `total` is null where it is more than is counted. */
  meta: z.object({ next_cursor: z.string().nullable(), total: z.number().int().nullable() }),
  errors: ['contact_not_found', 'invalid_cursor'],
});

export const listContactLetters = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/letters',
  summary: 'The letters under which there are cards, in order',
  access: 'session',
  on: 'person',
  query: z.object(place),
  data: z.array(z.string()),
  errors: ['contact_not_found'],
});

export const getContact = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/cards/:id',
  summary: 'A card',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: contactCard,
  errors: ['contact_not_found'],
});

export const findContact = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/find',
  summary: 'The card with an address: one’s own, or one in a book that is shared; null where there is none',
  access: 'session',
  on: 'person',
  query: z.object({ email: z.string().min(1).max(LIMITS.recipientLength) }),
  data: contactCard.nullable(),
  errors: [],
});

export const createContact = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/cards',
  summary:
    'Create a card; a second call with the same `uid`, which the client makes up, answers with the same card',
  access: 'session',
  on: 'person',
  body: z.object({
    uid: z.uuid().lowercase().optional(),
    book_id: id.optional(),
    fields: contactFields.partial(),
  }),
  data: contactCard,
  status: 201,
  errors: ['contact_not_found', 'forbidden', 'contact_empty', 'too_many_contacts', 'too_large'],
});

export const changeContact = endpoint({
  method: 'PATCH',
  path: '/api/contacts/v1/cards/:id',
  summary: 'Change fields of a card, those that are named',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  /** Without a revision, whatever the card says now is changed. */
  body: z.object({ revision: z.number().int().optional(), fields: contactFields.partial() }),
  data: contactCard,
  errors: [
    'contact_not_found',
    'forbidden',
    'contact_changed',
    'contact_empty',
    'too_many_contacts',
    'too_large',
  ],
});

const ids = z.array(id).min(1).max(LIMITS.idsPerCall);

export const markContacts = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/cards/favorite',
  summary: 'Make cards favourites, or no longer; only of one’s own',
  access: 'session',
  on: 'person',
  body: z.object({ ids, favorite: z.boolean() }),
  data: done,
  errors: ['contact_not_found', 'forbidden'],
});

export const trashContacts = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/cards/trash',
  summary: 'Put cards into the trash, from where they go after 30 days',
  access: 'session',
  on: 'person',
  body: z.object({ ids }),
  data: done,
  errors: ['contact_not_found', 'forbidden'],
});

export const restoreContacts = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/cards/restore',
  summary: 'Put cards back from the trash',
  access: 'session',
  on: 'person',
  body: z.object({ ids }),
  data: done,
  errors: ['contact_not_found', 'forbidden', 'too_many_contacts', 'already_exists'],
});

export const deleteContacts = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/cards/delete',
  summary: 'Delete cards that are in the trash for good; without ids, all of them',
  access: 'session',
  on: 'person',
  body: z.object({ ids: ids.optional() }),
  data: done,
  errors: ['contact_not_found', 'forbidden'],
});

export const moveContacts = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/cards/move',
  summary: 'Move cards into another book',
  access: 'session',
  on: 'person',
  body: z.object({ ids, book_id: id }),
  data: done,
  errors: ['contact_not_found', 'forbidden', 'too_many_contacts', 'already_exists'],
});

/** What an uploaded photo may be. */
export const CONTACT_PHOTO = { bytes: 5 * 1024 * 1024, leastSide: 32, mostPixels: 24_000_000 } as const;

export const setContactPhoto = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/cards/:id/photo',
  summary: 'Give a card a photo (multipart, field `file`): png, jpg, gif or webp, at most 5 MB',
  access: 'session',
  on: 'person',
  limit: { name: 'contact-photos', count: 60, perSeconds: 600, by: 'account' },
  params: z.object({ id }),
  multipart: true,
  data: contactCard,
  errors: [
    'contact_not_found',
    'forbidden',
    'too_many_contacts',
    'too_large',
    'file_not_allowed',
    'unsupported_media_type',
  ],
});

export const removeContactPhoto = endpoint({
  method: 'DELETE',
  path: '/api/contacts/v1/cards/:id/photo',
  summary: 'Take its photo from a card',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: contactCard,
  errors: ['contact_not_found', 'forbidden'],
});

export const showContactPhoto = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/cards/:id/photo/:key',
  summary: 'The photo of a card as a square picture; under its key it never changes',
  access: 'cookie-get',
  on: 'person',
  params: z.object({ id, key: z.string().min(1).max(100) }),
  query: z.object({ width: z.enum(['96', '256']).default('96') }),
  bytes: 'image/webp',
  errors: ['contact_not_found'],
});

export const contactList = z.object({ name: z.string(), total: z.number().int() });
export type ContactList = z.infer<typeof contactList>;

export const listContactLists = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/lists',
  summary: 'The lists of one’s own cards, by name, with how many are in each',
  access: 'session',
  on: 'person',
  data: z.array(contactList),
  errors: [],
});

export const listRecipients = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/lists/recipients',
  summary:
    'The first addresses of the cards in a list, as many as a message may have, and how many have none',
  access: 'session',
  on: 'person',
  query: z.object({ name: line(LIMITS.contactListNameLength).min(1) }),
  data: z.object({
    recipients: z.array(mailAddress),
    /** Cards without an address. */
    without: z.number().int(),
    /** Cards whose addresses are too many for one message. */
    beyond: z.number().int(),
  }),
  errors: [],
});

export const changeContactList = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/lists/members',
  summary: 'Add cards to a list or take them from it; a list begins with its first card',
  access: 'session',
  on: 'person',
  body: z.object({
    name: line(LIMITS.contactListNameLength).min(1),
    add: z.array(id).max(LIMITS.idsPerCall).default([]),
    remove: z.array(id).max(LIMITS.idsPerCall).default([]),
  }),
  data: done,
  errors: ['contact_not_found', 'forbidden', 'too_many_contacts', 'too_large'],
});

export const listContactDuplicates = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/duplicates',
  summary:
    'One’s own cards that may be of one person: with the same address, number or name; fifty groups at most',
  access: 'session',
  on: 'person',
  data: z.array(
    z.object({
      /** Why, and the address, number or name that they share. */
      by: z.enum(['email', 'phone', 'name']),
      value: z.string(),
      cards: z.array(contactCard),
    }),
  ),
  errors: [],
});

export const mergeContacts = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/merge',
  summary:
    'Make one card of several: the one that is kept takes what it lacks from the others, which go into the trash',
  access: 'session',
  on: 'person',
  body: z.object({
    /** Chosen by the client, to undo it by. */
    uid: z.uuid().lowercase(),
    keep_id: id,
    ids: z.array(id).min(1).max(LIMITS.contactsMerged),
    /** What the card says then, where it is not simply all that they say. */
    fields: contactFields.partial().optional(),
  }),
  data: contactCard,
  errors: ['contact_not_found', 'forbidden', 'too_many_contacts', 'too_large'],
});

export const undoContactMerge = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/merge/undo',
  summary: 'Make the cards of a merge what they were, for a week, unless the card was changed since',
  access: 'session',
  on: 'person',
  body: z.object({ uid: z.uuid().lowercase() }),
  data: done,
  errors: ['contact_not_found', 'contact_changed', 'already_exists'],
});

export const contactChangeSet = z.object({
  /** The change number to continue from. */
  seq: z.number().int(),
  /** What became of cards: null for what is deleted, or no longer for the caller to see. */
  cards: z.array(z.object({ id, card: contactCard.nullable() })),
  /** Present when books were made, named, shared or deleted. */
  books: z.literal(true).optional(),
  /** Present when cards came to lists or left them. */
  lists: z.literal(true).optional(),
});
export type ContactChangeSet = z.infer<typeof contactChangeSet>;

export const getContactChanges = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/changes',
  summary: 'What changed in one’s own books since a change number; without one, the present number',
  access: 'session',
  on: 'person',
  query: z.object({ since: queryNumber.optional() }),
  data: contactChangeSet,
  errors: ['changes_too_old'],
});

export const exportContacts = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/export',
  summary: 'Cards as a file of vCards, as they were put; those of a book, of a list, or those that are named',
  access: 'cookie-get',
  on: 'person',
  query: z.object({
    book_id: id.optional(),
    list: line(LIMITS.contactListNameLength).optional(),
    /** Comma-separated. */
    ids: z.string().max(20_000).optional(),
    version: z.enum(['as_is', '3.0', '4.0']).default('as_is'),
  }),
  bytes: 'text/vcard',
  errors: ['contact_not_found'],
});

export const listBirthdays = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/birthdays',
  summary: 'The birthdays of one’s own contacts, at most 5,000',
  access: 'session',
  on: 'person',
  data: z.array(
    z.object({
      /** Of the card. */
      id,
      name: z.string(),
      birthday: contactDay,
      /** It is a day of the lunar calendar. */
      lunar: z.boolean(),
    }),
  ),
  errors: [],
});
export type Birthday = z.infer<typeof listBirthdays.data>[number];
