/** What may stand in the conditions of a filter: for the server that checks it, and for the form in which it is written. */

/** In kilobytes or megabytes. 1 GB: larger than any message. */
export const LARGEST_SIZE = 1_048_576;
/** 1,000,000,000,000,000 đồng: more than any invoice. */
export const LARGEST_TOTAL = 1e15;

/** What is written between commas: any of it may be meant. */
export function alternativesOf(value: string): string[] {
  return value
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** Of a company, with or without the number of a branch, or of a person. */
export function isTaxCode(text: string): boolean {
  return /^(\d{10}(-?\d{3})?|\d{12})$/.test(text);
}

type Typed = { type: string };
type OfInvoices = { type: 'invoice' | 'invoice_seller' | 'invoice_total' };

export function isAboutInvoices<Condition extends Typed>(
  condition: Condition,
): condition is Extract<Condition, OfInvoices> {
  const { type } = condition;
  return type === 'invoice' || type === 'invoice_seller' || type === 'invoice_total';
}

/** Such a filter looks only at messages with invoices, once these have been read. */
export function asksForInvoices({ conditions }: { conditions: readonly Typed[] }): boolean {
  return conditions.some(isAboutInvoices);
}

/** Beside conditions about invoices others narrow these: "any" would ask for mail that is not looked at. */
export function mayMatchAny(filter: { conditions: readonly Typed[] }): boolean {
  return !asksForInvoices(filter) || filter.conditions.every(isAboutInvoices);
}
