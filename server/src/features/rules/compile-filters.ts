import type { InvoiceMark } from '@bocau/contract/invoices.ts';
import type { FilterCondition, FilterRule } from '@bocau/contract/rule-definitions.ts';
import { alternativesOf } from '@bocau/contract/rule-values.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { foldText, includesText } from './fold-text.ts';
import type { MessageFacts } from './message-facts.ts';

/** A compiled filter: work that depends only on its values is done once. */
export type CompiledFilter = {
  id: string;
  matches(facts: MessageFacts): boolean;
  /** The target folder; `INBOX` when that folder is gone. */
  folder: 'INBOX' | { id: string } | null;
  seen: boolean;
  starred: boolean;
  /** Of labels that exist. */
  labels: string[];
  discards: boolean;
  /** As written, verified or not. */
  redirects: string[];
  /** The folder of the drive for the files of invoices, by a pattern. */
  savesInvoices: string | null;
  marksInvoices: InvoiceMark[];
};

const UNITS = { K: 1024, M: 1024 * 1024 };

export function compileFilter(
  id: string,
  { match, conditions, actions }: FilterRule,
  hasFolder: (id: string) => boolean,
  hasLabel: (id: string) => boolean = () => true,
): CompiledFilter {
  const tests = conditions.map(compileCondition);
  const enabled = actions.filter(({ enable }) => enable);
  const valuesOf = (type: string) => enabled.filter((one) => one.type === type).map(({ value }) => value);
  const [folder] = valuesOf('fileinto');
  const flags = valuesOf('setflag');
  return {
    id,
    matches:
      match === 'any'
        ? (facts) => tests.some((test) => test(facts))
        : (facts) => tests.every((test) => test(facts)),
    folder: folder === undefined ? null : hasFolder(folder) ? { id: folder } : 'INBOX',
    seen: flags.includes('Seen'),
    starred: flags.includes('Flagged'),
    labels: valuesOf('addlabel').filter(hasLabel),
    discards: valuesOf('discard').length > 0,
    redirects: valuesOf('redirect'),
    savesInvoices: valuesOf('save_invoice')[0] ?? null,
    marksInvoices: enabled.flatMap((one) => (one.type === 'mark_invoice' ? [one.value] : [])),
  };
}

/**
 * A definition that is not understood, such as one from a newer release, fails when it is evaluated, without
 * affecting others.
 */
export function compileSafely(...given: Parameters<typeof compileFilter>): CompiledFilter {
  try {
    return compileFilter(...given);
  } catch (error) {
    return {
      ...{
        id: given[0],
        folder: null,
        seen: false,
        starred: false,
        labels: [],
        discards: false,
        redirects: [],
        savesInvoices: null,
        marksInvoices: [],
      },
      matches() {
        throw error;
      },
    };
  }
}

type Test = (facts: MessageFacts) => boolean;

function compileCondition(condition: FilterCondition): Test {
  if (condition.type === 'size') {
    const bytes = sizeOf(condition);
    return condition.comparator === 'over' ? ({ size }) => size > bytes : ({ size }) => size < bytes;
  }
  if (condition.type === 'invoice_total')
    return ({ invoice }) => invoice !== null && invoice.total !== null && invoice.total > condition.value;
  const test = compileContent(condition);
  return condition.comparator === 'contains' ? test : (facts) => !test(facts);
}

function compileContent(condition: Exclude<FilterCondition, { type: 'size' | 'invoice_total' }>): Test {
  if (condition.type === 'attachment') return (facts) => facts.hasAttachment;
  if (condition.type === 'invoice') return ({ invoice }) => invoice !== null;
  const written = alternativesOf(condition.value);
  switch (condition.type) {
    case 'from':
    case 'to': {
      const keys = written.map(foldAddress);
      const isFrom = condition.type === 'from';
      return (facts) => {
        const known = isFrom ? facts.authors() : facts.recipients();
        return keys.some((key) => known.has(key));
      };
    }
    case 'invoice_seller': {
      const sellers = written.map(plainTaxCode);
      return ({ invoice }) => invoice !== null && sellers.includes(plainTaxCode(invoice.seller));
    }
    case 'subject':
    case 'body': {
      const wanted = written.map(foldText);
      const isSubject = condition.type === 'subject';
      return (facts) => {
        const text = isSubject ? facts.subject() : facts.body();
        return wanted.some((one) => includesText(text, one));
      };
    }
  }
}

/** Codes of branches are written with a hyphen before their number, or without. */
function plainTaxCode(code: string): string {
  return code.replaceAll('-', '');
}

/** In bytes. */
export function sizeOf({ value, unit }: Extract<FilterCondition, { type: 'size' }>): number {
  return Math.round(value * UNITS[unit]);
}
