import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, ids, queryNumber, unixSeconds } from './fields.ts';
import { INVOICE_COLUMNS } from './invoice-columns.ts';

/** Lines of one export, and heads of one; what is more is asked for month by month. */
export const INVOICES_EXPORTED = { heads: 20_000, lines: 100_000, files: 2000 } as const;
export const INVOICE_NOTE_LENGTH = 500;

/** What is looked at. `pure` ones follow from the file alone, the others from what else is in the mailbox. */
export const INVOICE_CHECKS = [
  /** The seller's signature over the part that is shown. */
  'signature',
  /** The tax code in the signer's certificate against the seller's. */
  'signer',
  /** The day of signing within the validity of the certificate. */
  'certificate',
  /** The signature of the tax authority, where it put one. */
  'authority_signature',
  /** Quantity × price − discount of each line. */
  'line_amounts',
  /** Lines against the table of rates, and its taxes against its rates. */
  'rates',
  /** Before tax, tax and total against each other and against the lines. */
  'totals',
  /** The total in words against its figures. */
  'words',
  /** Check digits. */
  'seller_tax_code',
  'buyer_tax_code',
  /** The date of the invoice against the day on which it came. */
  'date',
  /** The buyer's tax code against the company's own; the seller's where it is sold. */
  'company',
  /** Whether the same seller, form, symbol and number came before. */
  'duplicate',
  /** Whether a later invoice replaces or adjusts it, and whether what it replaces itself is here. */
  'replacement',
  /** The seller's account against those of their earlier invoices. */
  'account',
  /** The key that signed it against those of the seller's earlier invoices: a certificate says of itself whose it is. */
  'known_signer',
] as const;
export const invoiceCheckName = z.enum(INVOICE_CHECKS);
export type InvoiceCheckName = z.infer<typeof invoiceCheckName>;

/** Why a check is as it is; `matches` is the one of all that are ok and say nothing more. */
export const INVOICE_REASONS = [
  'matches',
  // Signatures.
  'not_signed',
  'changed_after_signing',
  'signature_wrong',
  'signed_part_elsewhere',
  'signed_ambiguously',
  'no_certificate',
  'method_unknown',
  'too_large',
  'no_tax_code_in_certificate',
  'other_signer',
  'signed_before_validity',
  'signed_after_validity',
  'no_signing_date',
  /** It fits; whether the key is the tax authority's, the certificate alone says. */
  'authority_unproven',
  // Amounts.
  'not_stated',
  'unreadable',
  'amounts_differ',
  // Tax codes and dates.
  'check_digit_wrong',
  'no_check_digit',
  'in_future',
  'company_unknown',
  'other_company',
  'branch',
  // Other invoices of the mailbox.
  'seen_before',
  'same_number_other_content',
  'replaced_by_later',
  'adjusted_by_later',
  'later_claims_unproven',
  'replaces_earlier',
  'adjusts_earlier',
  'original_not_here',
  'original_of_other_signer',
  'account_differs',
  'first_account',
  'first_certificate',
  'other_certificate',
] as const;
export const invoiceReason = z.enum(INVOICE_REASONS);
export type InvoiceReason = z.infer<typeof invoiceReason>;

/** Never more than `ok`: that a signature is valid does not say that an invoice is genuine. */
export const CHECK_STATES = ['ok', 'failed', 'unknown'] as const;
export const checkState = z.enum(CHECK_STATES);
export type CheckState = z.infer<typeof checkState>;

export const invoiceCheck = z.object({
  check: invoiceCheckName,
  state: checkState,
  reason: invoiceReason,
  /** What stands in the invoice, and what would fit, as text to be shown; left out where there is nothing to show. */
  found: z.string().optional(),
  expected: z.string().optional(),
  /** Lines that do not match, by their place from 1; ten at most. */
  lines: z.array(z.number().int()).optional(),
});
export type InvoiceCheck = z.infer<typeof invoiceCheck>;

export const INVOICE_KINDS = [
  'invoice',
  'sales',
  'cash_register',
  'delivery_note',
  'other',
  'of_2014',
] as const;
export const invoiceKind = z.enum(INVOICE_KINDS);
export type InvoiceKind = z.infer<typeof invoiceKind>;

export const INVOICE_MARKS = ['booked', 'paid', 'query'] as const;
export const invoiceMark = z.enum(INVOICE_MARKS);
export type InvoiceMark = z.infer<typeof invoiceMark>;
/** Each by itself: what is booked can be paid too, and be asked about. */
export const invoiceMarks = z.object({ booked: z.boolean(), paid: z.boolean(), query: z.boolean() });
export type InvoiceMarks = z.infer<typeof invoiceMarks>;
/** What a list is narrowed to: one of the marks, or that one is missing. */
export const INVOICE_MARK_CHOICES = [...INVOICE_MARKS, 'none', 'unbooked', 'unpaid'] as const;
export type InvoiceMarkChoice = (typeof INVOICE_MARK_CHOICES)[number];

export const invoiceDirection = z.enum(['bought', 'sold']);
export type InvoiceDirection = z.infer<typeof invoiceDirection>;

/** `duplicate`: an earlier one is the same, or by the same signer; `replaced`: by a later one of theirs. Neither counts in sums. */
export const invoiceStanding = z.enum(['valid', 'duplicate', 'replaced']);
export type InvoiceStanding = z.infer<typeof invoiceStanding>;

/** A decimal number as text, with a point; null where it is not said or can't be read. */
const decimal = z.string().nullable();

const party = z.object({ name: z.string(), tax_code: z.string() });

export const invoice = z.object({
  id,
  kind: invoiceKind,
  direction: invoiceDirection,
  seller: party,
  buyer: party,
  form: z.string(),
  symbol: z.string(),
  number: z.string(),
  /** YYYY-MM-DD; null where it can't be read: such a one is listed under the day on which it came. */
  date: z.string().nullable(),
  before_tax: decimal,
  tax: decimal,
  total: decimal,
  /** As ISO 4217 has it: VND where nothing else is said. */
  currency: z.string(),
  message_id: id,
  thread_id: id,
  received_at: unixSeconds,
  /** `failed` where a check failed, `unknown` where a signature could not be checked, else `ok`. */
  state: checkState,
  standing: invoiceStanding,
  checks: z.array(invoiceCheck),
  marks: invoiceMarks,
  /** The mark that leads, for pages of the release that knew one. */
  mark: invoiceMark.nullable(),
  note: z.string(),
});
export type Invoice = z.infer<typeof invoice>;

const invoiceParty = party.extend({
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  account: z.string(),
  bank: z.string(),
  /** Who bought, where a person is named beside the company. */
  person: z.string(),
});
export type InvoiceParty = z.infer<typeof invoiceParty>;

export const invoiceLine = z.object({
  /** As it stands there. */
  position: z.string(),
  kind: z.enum(['goods', 'promotion', 'discount', 'note', 'other']),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: decimal,
  price: decimal,
  discount: decimal,
  amount: decimal,
  /** As it is written: `10%`, `KCT`. */
  rate: z.string(),
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

/** Who signed, as their certificate says of itself: nobody else was asked. */
export const invoiceSigner = z.object({
  role: z.enum(['seller', 'buyer', 'authority', 'other']),
  name: z.string(),
  tax_code: z.string(),
  issuer: z.string(),
  valid_from: unixSeconds,
  valid_to: unixSeconds,
  signed_at: unixSeconds.nullable(),
  /** The signature fits the part that is shown. */
  valid: z.boolean(),
});
export type InvoiceSigner = z.infer<typeof invoiceSigner>;

const otherInvoice = z.object({
  id: id.nullable(),
  form: z.string(),
  symbol: z.string(),
  number: z.string(),
  date: z.string().nullable(),
});

/** An invoice with all that was read of it. */
export const invoiceDetail = invoice.extend({
  title: z.string(),
  seller: invoiceParty,
  buyer: invoiceParty,
  payment: z.string(),
  exchange_rate: decimal,
  /** The number that the tax authority gave to it. */
  authority_code: z.string(),
  /** The tax code of the company that made the file. */
  provider_tax_code: z.string(),
  lines: z.array(invoiceLine),
  /** There are more lines than were read. */
  lines_cut: z.boolean(),
  rates: z.array(z.object({ rate: z.string(), before_tax: decimal, tax: decimal })),
  discount: decimal,
  total_in_words: z.string(),
  signers: z.array(invoiceSigner),
  /** Further fields as the seller named them. */
  more: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What it says to replace or adjust. */
  original: otherInvoice.extend({ kind: z.enum(['replaces', 'adjusts']) }).nullable(),
  /** Later ones that say so of it; `proven`: signed with the same key. */
  later: z.array(otherInvoice.extend({ id, kind: z.enum(['replaces', 'adjusts']), proven: z.boolean() })),
  /** The first one, of a duplicate; else one with the same number and other content, signed by somebody else. */
  duplicate_of: id.nullable(),
  /** The attachment with the XML, and its name in it where that is an archive. */
  file: z.object({ id, name: z.string(), entry: z.string().nullable() }),
  /** The PDF that came with it. */
  pdf: z.object({ id, name: z.string() }).nullable(),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

const month = z.string().regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, 'is a month as 2026-11');

const period = z
  .string()
  .regex(
    /^(19|20|21)\d{2}(-(0[1-9]|1[0-2]|Q[1-4]))?$/,
    'is a month, a quarter or a year, as 2026-11, 2026-Q4 or 2026',
  );

/** Which invoices: those bought where nothing else is said, and of every day where no period is named. */
const selection = {
  direction: invoiceDirection.default('bought'),
  period: period.optional(),
  /** A period that is a month, as pages of the release that knew no other one have it. */
  month: month.optional(),
  /** Its tax code. */
  seller: z.string().min(1).max(20).optional(),
  state: checkState.optional(),
  mark: z.enum(INVOICE_MARK_CHOICES).optional(),
  /** Those that sums have, or those that they leave out. */
  counted: z.enum(['yes', 'no']).optional(),
  /** A number, a tax code or an amount, or a part of a name, without accents. */
  search: z.string().max(100).optional(),
};

/** By currency, of invoices that are `valid`. */
export const invoiceSum = z.object({
  currency: z.string(),
  count: z.number().int(),
  before_tax: z.string(),
  tax: z.string(),
  total: z.string(),
});
export type InvoiceSum = z.infer<typeof invoiceSum>;

const READS = { name: 'invoices', count: 300, perSeconds: 60, by: 'account' } as const;

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/v2/invoices',
  summary:
    'Invoices that came with mail, the latest date first. `totals` are of the whole selection, by currency; what is a duplicate or was replaced is listed and not counted',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: READS,
  query: z.object({
    ...selection,
    limit: queryNumber.optional(),
    cursor: z.string().max(1024).optional(),
  }),
  data: z.array(invoice),
  meta: z.object({
    next_cursor: z.string().nullable(),
    /** Empty on further pages. */
    totals: z.array(invoiceSum),
    /** Of all that are listed: whose checks failed though they count, and what sums leave out; null on further pages. */
    tally: z
      .object({ failed: z.number().int(), duplicate: z.number().int(), replaced: z.number().int() })
      .nullable(),
    /** How many are listed, with what is not counted in sums; null on further pages. */
    count: z.number().int().nullable(),
    /** The tax code of the company, as its owner has set it. */
    company_tax_code: z.string().nullable(),
  }),
  errors: ['invalid_cursor'],
});

export const sumInvoices = endpoint({
  method: 'GET',
  path: '/api/v2/invoices/sums',
  summary: 'The sums of a selection of invoices, by rate of tax; with `ids` of these alone',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: READS,
  query: z.object({ ...selection, ids: z.string().max(50_000).optional() }),
  data: z.object({
    totals: z.array(invoiceSum),
    rates: z.array(invoiceSum.omit({ count: true, total: true }).extend({ rate: z.string().nullable() })),
  }),
  errors: ['not_found'],
});

export const getInvoice = endpoint({
  method: 'GET',
  path: '/api/v2/invoices/:id',
  summary: 'One invoice with its lines, its signers and what belongs to it',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: READS,
  params: z.object({ id }),
  data: invoiceDetail,
  errors: ['not_found'],
});

export const listMessageInvoices = endpoint({
  method: 'GET',
  path: '/api/v2/messages/:id/invoices',
  summary: 'The invoices that were read from the files of a message, in their order; twenty at most',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: READS,
  params: z.object({ id }),
  data: z.array(invoice.extend({ file_id: id, pdf_file_id: id.nullable() })),
  errors: ['message_not_found'],
});

export const markInvoice = endpoint({
  method: 'PATCH',
  path: '/api/v2/invoices/:id',
  summary: 'Marks an invoice, or writes a note to it; marks that are not named stay, and so does the note',
  access: 'verified',
  on: { mailbox: 'organise' },
  params: z.object({ id }),
  body: z.object({
    marks: invoiceMarks.partial().optional(),
    /** This one alone, as pages of the release that knew one have it. */
    mark: invoiceMark.nullable().optional(),
    note: z.string().max(INVOICE_NOTE_LENGTH).optional(),
  }),
  data: invoice,
  errors: ['not_found'],
});

export const markInvoices = endpoint({
  method: 'POST',
  path: '/api/v2/invoices/marks',
  summary: 'Marks several invoices, all of them or none; marks that are not named stay',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({
    ids,
    marks: invoiceMarks.partial().optional(),
    /** This one alone, as pages of the release that knew one have it. */
    mark: invoiceMark.nullable().optional(),
  }),
  data: z.object({ changed: z.number().int() }),
  errors: ['not_found'],
});

const columnList = z
  .string()
  .max(400)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(INVOICE_COLUMNS)).min(1).max(INVOICE_COLUMNS.length));

const exported = {
  ...selection,
  /** These alone, comma-separated. */
  ids: z.string().max(50_000).optional(),
};
const table = {
  ...exported,
  rows: z.enum(['heads', 'lines']).default('heads'),
  columns: columnList.optional(),
  lang: z.enum(['vi', 'en']).default('vi'),
};
const EXPORTS = { name: 'invoice-exports', count: 20, perSeconds: 60, by: 'account' } as const;

export const exportInvoicesAsXlsx = endpoint({
  method: 'GET',
  path: '/api/v2/invoices/export.xlsx',
  summary: 'A selection of invoices as a spreadsheet, a row for each or for each of their lines',
  access: { verified: true, cookie: true },
  on: { mailbox: 'read' },
  limit: EXPORTS,
  query: z.object(table),
  bytes: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  errors: ['not_found', 'too_large'],
});

export const exportInvoicesAsCsv = endpoint({
  method: 'GET',
  path: '/api/v2/invoices/export.csv',
  summary: 'The same as CSV, in UTF-8 with a byte order mark',
  access: { verified: true, cookie: true },
  on: { mailbox: 'read' },
  limit: EXPORTS,
  query: z.object(table),
  bytes: 'text/csv',
  errors: ['not_found', 'too_large'],
});

export const exportInvoiceFiles = endpoint({
  method: 'GET',
  path: '/api/v2/invoices/export.zip',
  summary:
    'The XML and PDF files of a selection as one zip, named by a pattern with {năm}, {tháng}, {ngày}, {mst}, {người bán}, {ký hiệu} and {số}; `/` makes folders',
  access: { verified: true, cookie: true },
  on: { mailbox: 'read' },
  limit: EXPORTS,
  query: z.object({ ...exported, pattern: z.string().min(1).max(200).optional() }),
  bytes: 'application/zip',
  errors: ['not_found', 'too_large'],
});
