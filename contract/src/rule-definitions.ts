import { z } from 'zod';
import { isAddressOrDomain, isValidAddress } from './address.ts';
import { id, line } from './fields.ts';
import { invoiceMark } from './invoices.ts';
import { LIMITS } from './limits.ts';
import {
  alternativesOf,
  asksForInvoices,
  isTaxCode,
  LARGEST_SIZE,
  LARGEST_TOTAL,
  mayMatchAny,
} from './rule-values.ts';

/**
 * What `sieve_json` holds, by its `type`. A filter has none: its conditions and actions say what it is. Apart from the
 * calls, which the client has before anything else and which know it as text.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const label = line(LIMITS.ruleValueLength).optional();
const address = line(LIMITS.ruleValueLength).trim().refine(isValidAddress, 'is no address');
const addressOrDomain = line(LIMITS.ruleValueLength)
  .trim()
  .refine(isAddressOrDomain, 'is neither an address nor a domain');

/** Mail of this sender, or of this whole domain, goes to Junk. */
export const blockRule = z.object({ type: z.literal('auto_mark_spam'), from: addressOrDomain });
export type BlockRule = z.infer<typeof blockRule>;

/** Every message goes on to this address. */
export const forwardRule = z.object({
  type: z.literal('autofw'),
  is_enable: z.boolean(),
  email: address,
});
export type ForwardRule = z.infer<typeof forwardRule>;

/** Who writes is answered with this text. Both dates are days of the mailbox's zone, and belong to it. */
export const vacationRule = z
  .object({
    type: z.literal('vacation'),
    is_enable: z.boolean(),
    start_date: z.iso.date(),
    end_date: z.iso.date().nullable(),
    /** Empty: that of the message, behind `Auto:`; a plain one for whom the mailbox never wrote to. */
    subject: line(LIMITS.subjectLength),
    from: line(LIMITS.recipientLength),
    /** Plain text. */
    body: z
      .string()
      .max(LIMITS.signatureLength)
      .refine((text) => !CONTROL_IN_LINES.test(text), 'has control characters'),
    only_organisation: z.boolean().default(false),
  })
  .refine(({ start_date, end_date }) => end_date === null || start_date <= end_date, {
    path: ['end_date'],
    message: 'is before the start',
  })
  .refine(({ is_enable, body }) => !is_enable || body.trim() !== '', { path: ['body'], message: 'is empty' });
export type VacationRule = z.infer<typeof vacationRule>;

const containing = z.enum(['contains', '!contains']);
const alternatives = line(LIMITS.ruleValueLength).refine(
  (value) => alternativesOf(value).length > 0,
  'has no words',
);
const addresses = alternatives.refine(
  (value) => alternativesOf(value).every(isAddressOrDomain),
  'has what is neither an address nor a domain',
);
const taxCodes = alternatives.refine(
  (value) => alternativesOf(value).every(isTaxCode),
  'has what is no tax code',
);

/** The values of `from` and `to` are addresses or whole domains; commas mean any of them, as in `subject` and `body`. */
export const filterCondition = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['from', 'to']), comparator: containing, value: addresses, label }),
  z.object({ type: z.enum(['subject', 'body']), comparator: containing, value: alternatives, label }),
  z.object({
    type: z.literal('size'),
    comparator: z.enum(['over', 'under']),
    value: z.number().min(1).max(LARGEST_SIZE),
    /** Of 1024 bytes, and of 1024 of these. */
    unit: z.enum(['K', 'M']),
    label,
  }),
  /** `contains` means that there is one, whatever the value says. */
  z.object({
    type: z.literal('attachment'),
    comparator: containing,
    value: line(LIMITS.ruleValueLength).default(''),
    label,
  }),
  /** That an invoice was read from a file of the message, whatever the value says. */
  z.object({
    type: z.literal('invoice'),
    comparator: z.enum(['contains']),
    value: line(LIMITS.ruleValueLength).default(''),
    label,
  }),
  z.object({ type: z.literal('invoice_seller'), comparator: containing, value: taxCodes, label }),
  /** In đồng; a total in another currency by the rate that its invoice names. */
  z.object({
    type: z.literal('invoice_total'),
    comparator: z.enum(['over']),
    value: z.number().min(0).max(LARGEST_TOTAL),
    label,
  }),
]);
export type FilterCondition = z.infer<typeof filterCondition>;

/** An action that is not enabled is kept for the form, and does nothing. */
export const filterAction = z.discriminatedUnion('type', [
  z.object({
    enable: z.boolean(),
    type: z.literal('setflag'),
    value: z.enum(['Flagged', 'Seen']),
    label,
  }),
  /** The value is the id of a folder. */
  z.object({ enable: z.boolean(), type: z.literal('fileinto'), value: id, label }),
  /** The value is the id of a label. */
  z.object({ enable: z.boolean(), type: z.literal('addlabel'), value: id, label }),
  z.object({ enable: z.boolean(), type: z.literal('redirect'), value: address, label }),
  /** Puts the files of an invoice into the drive; the value is a folder by a pattern, as names of exported files are. */
  z.object({
    enable: z.boolean(),
    type: z.literal('save_invoice'),
    value: line(LIMITS.ruleValueLength).refine((value) => value.trim() !== '', 'names no folder'),
    label,
  }),
  z.object({ enable: z.boolean(), type: z.literal('mark_invoice'), value: invoiceMark, label }),
  z.object({
    enable: z.boolean(),
    type: z.literal('discard'),
    value: line(LIMITS.ruleValueLength).default(''),
    label,
  }),
]);
export type FilterAction = z.infer<typeof filterAction>;

export const filterRule = z
  .object({
    /** The client's own; the server's is that of the rule. */
    id: z.union([z.string().max(100), z.number()]).optional(),
    match: z.enum(['all', 'any']).default('all'),
    conditions: z.array(filterCondition).min(1).max(LIMITS.conditionsPerFilter),
    actions: z
      .array(filterAction)
      .max(LIMITS.actionsPerFilter)
      .refine((actions) => actions.some(({ enable }) => enable), 'has nothing that is to be done')
      .refine(
        (actions) =>
          !actions.some(({ enable, type }) => enable && type === 'discard') ||
          actions.every(({ enable, type }) => !enable || type === 'discard'),
        'has something besides removing the message',
      ),
  })
  .refine((rule) => rule.match === 'all' || mayMatchAny(rule), {
    path: ['match'],
    message: 'takes any of conditions about invoices and others',
  })
  .refine((rule) => asksForInvoices(rule) || !rule.actions.some(actsOnInvoices), {
    path: ['actions'],
    message: 'acts on invoices without a condition about them',
  });
export type FilterRule = z.infer<typeof filterRule>;

export type RuleDefinition = BlockRule | ForwardRule | VacationRule | FilterRule;

export function isFilter(definition: RuleDefinition): definition is FilterRule {
  return !('type' in definition);
}

function actsOnInvoices({ type }: Pick<FilterAction, 'type'>): boolean {
  return type === 'save_invoice' || type === 'mark_invoice';
}
