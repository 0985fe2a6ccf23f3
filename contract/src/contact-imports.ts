import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, line } from './fields.ts';

/** What a column of a spreadsheet may mean; the last part of the longer ones is a label. */
export const CONTACT_COLUMNS = [
  ...(['full_name', 'family_name', 'middle_name', 'given_name', 'name_prefix', 'name_suffix'] as const),
  ...(['nickname', 'organisation', 'department', 'title', 'birthday', 'notes', 'lists'] as const),
  ...(['email', 'email.work', 'email.home'] as const),
  ...(['phone', 'phone.work', 'phone.home', 'phone.mobile', 'phone.fax'] as const),
  ...(['url', 'relation', 'date'] as const),
  ...(['street', 'street.work', 'street.home', 'ward', 'ward.work', 'ward.home'] as const),
  ...(['province', 'province.work', 'province.home'] as const),
  ...(['postal_code', 'postal_code.work', 'postal_code.home'] as const),
  ...(['country', 'country.work', 'country.home'] as const),
] as const;
export const contactColumn = z.enum(CONTACT_COLUMNS);
export type ContactColumn = z.infer<typeof contactColumn>;

const importedRow = z.object({
  name: z.string(),
  organisation: z.string(),
  email: z.string(),
  phone: z.string(),
});

/** `line`: of a spreadsheet, or the number of the card in a file of vCards. */
const importFault = z.object({
  line: z.number().int(),
  problem: z.enum(['not_a_card', 'too_large', 'too_many_properties', 'broken', 'empty']),
});

/** A value that is not what its column or property means; `kept`: in the notes, or in the card as it is written. */
const unreadValue = z.object({
  line: z.number().int(),
  /** The heading of the column, or the property of the vCard. */
  what: z.string(),
  value: z.string(),
  problem: z.enum(['not_an_address', 'not_a_day']),
  kept: z.enum(['notes', 'card']),
});
export type UnreadValue = z.infer<typeof unreadValue>;

export const contactImportPlan = z.object({
  kind: z.enum(['vcard', 'csv']),
  /** Cards that can be imported. */
  total: z.number().int(),
  /** Of a spreadsheet: its headings, what each is taken for, and its first text. */
  columns: z.array(z.object({ heading: z.string(), column: contactColumn.nullable(), sample: z.string() })),
  /** The first cards. */
  rows: z.array(importedRow),
  /** How many have an address, a number or the whole name of a card that is there, and the first of them. */
  duplicates: z.object({ total: z.number().int(), rows: z.array(importedRow) }),
  faults: z.object({ total: z.number().int(), first: z.array(importFault) }),
  /** What can't be read as what it should be, of cards that are imported all the same. */
  unread: z.object({ total: z.number().int(), first: z.array(unreadValue) }),
});
export type ContactImportPlan = z.infer<typeof contactImportPlan>;

export const planContactImport = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/import/plan',
  summary:
    'What an import would do: a file of vCards, or a spreadsheet as CSV (multipart, field `file`; before it, if wanted, `columns`, a JSON array with what each column means, null for nothing)',
  access: 'session',
  on: 'person',
  limit: { name: 'contact-imports', count: 60, perSeconds: 600, by: 'account' },
  multipart: true,
  data: contactImportPlan,
  errors: ['too_large', 'unsupported_media_type', 'too_many_contacts'],
});

/** Fields of the form, before its file. */
export const contactImportForm = z.object({
  /** Chosen by the client: an import that is sent again goes on where it was interrupted. */
  uid: z.uuid().lowercase(),
  book_id: id.optional(),
  /** A list that all of them come to. */
  list: line(100).optional(),
  columns: z.array(contactColumn.nullable()).max(500).optional(),
  /** What is done with cards that are there already. */
  duplicates: z.enum(['skip', 'add']).default('skip'),
});

export const contactImportResult = z.object({
  uid: z.string(),
  created: z.number().int(),
  skipped: z.number().int(),
  faults: z.object({ total: z.number().int(), first: z.array(importFault) }),
});
export type ContactImportResult = z.infer<typeof contactImportResult>;

export const importContacts = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/import',
  summary:
    'Import cards (multipart: `uid`, `book_id`, `list`, `columns`, `duplicates`, then the field `file`); can be undone',
  access: 'session',
  on: 'person',
  limit: { name: 'contact-imports', count: 60, perSeconds: 600, by: 'account' },
  multipart: true,
  data: contactImportResult,
  errors: ['too_large', 'unsupported_media_type', 'too_many_contacts', 'contact_not_found', 'forbidden'],
});

export const undoContactImport = endpoint({
  method: 'POST',
  path: '/api/contacts/v1/import/undo',
  summary: 'Put the cards of an import into the trash, as far as nobody has changed them since',
  access: 'session',
  on: 'person',
  body: z.object({ uid: z.uuid().lowercase() }),
  data: done,
  errors: ['contact_not_found'],
});
