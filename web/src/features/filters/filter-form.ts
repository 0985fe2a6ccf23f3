import { isAddressOrDomain } from '@bocau/contract/address.ts';
import type { InvoiceMark } from '@bocau/contract/invoices.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { FilterAction, FilterCondition, FilterRule } from '@bocau/contract/rule-definitions.ts';
import {
  alternativesOf,
  asksForInvoices,
  isAboutInvoices,
  isTaxCode,
  LARGEST_SIZE,
  LARGEST_TOTAL,
  mayMatchAny,
} from '@bocau/contract/rule-values.ts';

export type ConditionType = FilterCondition['type'];
export type Comparator = FilterCondition['comparator'];
export const CONDITION_TYPES: readonly ConditionType[] = [
  'from',
  'to',
  'subject',
  'body',
  'size',
  'attachment',
  'invoice',
  'invoice_seller',
  'invoice_total',
];

/** A condition as its fields show it; `key` identifies it while others are added and removed. */
export type ConditionForm = {
  key: number;
  type: ConditionType;
  comparator: Comparator;
  value: string;
  unit: 'K' | 'M';
};

/** The checked boxes, and the values chosen beside them. */
export type ActionsForm = {
  star: boolean;
  read: boolean;
  move: boolean;
  folderId: string | null;
  label: boolean;
  labelIds: readonly string[];
  redirect: boolean;
  addresses: readonly string[];
  /** The folder of the drive for files of invoices; null where these are not saved. */
  saveFolder: string | null;
  invoiceMarks: readonly InvoiceMark[];
  remove: boolean;
};

/** Of the fields for some of the actions. */
export type ChoiceProps = { actions: ActionsForm; onAct(change: Partial<ActionsForm>): void };

export type FilterForm = {
  name: string;
  match: 'all' | 'any';
  conditions: readonly ConditionForm[];
  actions: ActionsForm;
};

/** The fault of a condition, as worded beside its field. */
export type ConditionFault = 'missing' | 'address' | 'tooLong' | 'size' | 'taxCode' | 'total';

const NO_ACTIONS: ActionsForm = {
  ...{ star: false, read: false, move: false, folderId: null, label: false, labelIds: [] },
  ...{ redirect: false, addresses: [], saveFolder: null, invoiceMarks: [], remove: false },
};

let lastKey = 0;

export function newCondition(given: Partial<Omit<ConditionForm, 'key'>> = {}): ConditionForm {
  lastKey += 1;
  return { key: lastKey, type: 'from', comparator: 'contains', value: '', unit: 'M', ...given };
}

export function emptyForm(conditions: readonly Partial<Omit<ConditionForm, 'key'>>[] = [{}]): FilterForm {
  return { name: '', match: 'all', conditions: conditions.map(newCondition), actions: NO_ACTIONS };
}

/** Changes the kind of a condition; the typed value stays where it may still apply. */
export function withType(condition: ConditionForm, type: ConditionType): ConditionForm {
  const comparators = comparatorsOf(type);
  const comparator = comparators.includes(condition.comparator)
    ? condition.comparator
    : (comparators[0] as Comparator);
  const keeps = isText(type) && isText(condition.type);
  return { ...condition, type, comparator, value: keeps ? condition.value : '' };
}

export function comparatorsOf(type: ConditionType): readonly Comparator[] {
  if (type === 'invoice') return ['contains'];
  if (type === 'invoice_total') return ['over'];
  return type === 'size' ? ['over', 'under'] : ['contains', '!contains'];
}

/** What says all by itself, without a value. */
export function hasValue(type: ConditionType): boolean {
  return type !== 'attachment' && type !== 'invoice';
}

/** What holds of that which was chosen. */
export function matchOf(form: FilterForm): FilterForm['match'] {
  return mayMatchAny(form) ? form.match : 'all';
}

export function faultOf({ type, value }: ConditionForm): ConditionFault | null {
  if (!hasValue(type)) return null;
  if (type === 'invoice_total') return isTotal(value) ? null : value.trim() === '' ? 'missing' : 'total';
  if (type === 'size') return isSize(value) ? null : value.trim() === '' ? 'missing' : 'size';
  const values = alternativesOf(value);
  if (values.length === 0) return 'missing';
  if (value.length > LIMITS.ruleValueLength) return 'tooLong';
  if (type === 'invoice_seller') return values.every(isTaxCode) ? null : 'taxCode';
  return isAddress(type) && !values.map(asDomain).every(isAddressOrDomain) ? 'address' : null;
}

/** Whether at least one condition is filled in. */
export function hasCondition(form: FilterForm): boolean {
  return form.conditions.some((condition) => faultOf(condition) === null);
}

/** Conditions that are filled in but invalid; empty ones are ignored. */
export function faultyConditions(form: FilterForm): ConditionForm[] {
  return form.conditions.filter((condition) => {
    const fault = faultOf(condition);
    return fault !== null && fault !== 'missing';
  });
}

export function hasAction(form: FilterForm): boolean {
  return actionsOf(form).length > 0;
}

/** Deleting a message excludes all other actions on it, and any other action excludes deleting. */
export function withRemoval(actions: ActionsForm, remove: boolean): ActionsForm {
  return remove ? { ...NO_ACTIONS, remove } : { ...actions, remove };
}

/** Changes another action. Choosing a value checks its box; unchecking the box clears the value. */
export function withAction(actions: ActionsForm, change: Partial<ActionsForm>): ActionsForm {
  const next = { ...actions, ...change, remove: false };
  if (change.folderId) next.move = true;
  if (change.labelIds) next.label = change.labelIds.length > 0;
  if (change.label === false) next.labelIds = [];
  if (change.addresses) next.redirect = change.addresses.length > 0;
  if (change.move === false) next.folderId = null;
  if (change.redirect === false) next.addresses = [];
  return next;
}

/** Converts the form to a rule. */
export function toRule(form: FilterForm): FilterRule {
  return {
    match: matchOf(form),
    conditions: form.conditions.filter((each) => faultOf(each) === null).map(conditionOf),
    actions: actionsOf(form),
  };
}

export function toForm(rule: FilterRule, name: string): FilterForm {
  const done = rule.actions.filter((action) => action.enable);
  const folder = done.find((action) => action.type === 'fileinto');
  const labels = done.filter((action) => action.type === 'addlabel');
  const redirects = done.filter((action) => action.type === 'redirect');
  return {
    name,
    match: rule.match,
    conditions: rule.conditions.map((condition) =>
      newCondition({
        ...{ type: condition.type, comparator: condition.comparator, value: String(condition.value) },
        ...(condition.type === 'size' ? { unit: condition.unit } : {}),
      }),
    ),
    actions: {
      star: done.some(({ type, value }) => type === 'setflag' && value === 'Flagged'),
      read: done.some(({ type, value }) => type === 'setflag' && value === 'Seen'),
      move: folder !== undefined,
      folderId: folder?.value ?? null,
      label: labels.length > 0,
      labelIds: labels.map(({ value }) => value),
      redirect: redirects.length > 0,
      addresses: redirects.map(({ value }) => value),
      saveFolder: done.find(({ type }) => type === 'save_invoice')?.value ?? null,
      invoiceMarks: done.flatMap((action) => (action.type === 'mark_invoice' ? [action.value] : [])),
      remove: done.some(({ type }) => type === 'discard'),
    },
  };
}

function isText(type: ConditionType): boolean {
  return hasValue(type) && type !== 'size' && !isAboutInvoices({ type });
}

/** With the thousands parted in the way of either language. */
function totalOf(value: string): number {
  return Number(value.replace(/[.,\s]/g, ''));
}

function isTotal(value: string): boolean {
  return /^\d[\d.,\s]*$/.test(value.trim()) && totalOf(value) <= LARGEST_TOTAL;
}

function isSize(value: string): boolean {
  const size = Number(value);
  return /^\d+$/.test(value.trim()) && size >= 1 && size <= LARGEST_SIZE;
}

function conditionOf({ type, comparator, value, unit }: ConditionForm): FilterCondition {
  if (type === 'size') {
    return { type, comparator: comparator === 'under' ? 'under' : 'over', value: Number(value), unit };
  }
  if (type === 'invoice_total') return { type, comparator: 'over', value: totalOf(value) };
  if (type === 'invoice') return { type, comparator: 'contains', value: '' };
  const containing = comparator === '!contains' ? comparator : 'contains';
  if (type === 'attachment') return { type, comparator: containing, value: '' };
  const values = alternativesOf(value);
  const meant = isAddress(type) ? values.map(asDomain) : values;
  return { type, comparator: containing, value: meant.join(', ') };
}

/** A bare domain means all of its addresses: `b.vn` becomes `@b.vn`. */
function asDomain(text: string): string {
  return !text.includes('@') && isAddressOrDomain(`@${text}`) ? `@${text}` : text;
}

function isAddress(type: ConditionType): boolean {
  return type === 'from' || type === 'to';
}

function actionsOf({ actions: form, conditions }: FilterForm): FilterAction[] {
  const enable = true;
  const actions: FilterAction[] = [];
  if (form.star) actions.push({ enable, type: 'setflag', value: 'Flagged' });
  if (form.read) actions.push({ enable, type: 'setflag', value: 'Seen' });
  if (form.move && form.folderId) actions.push({ enable, type: 'fileinto', value: form.folderId });
  if (form.label) for (const value of form.labelIds) actions.push({ enable, type: 'addlabel', value });
  if (form.redirect) for (const value of form.addresses) actions.push({ enable, type: 'redirect', value });
  if (asksForInvoices({ conditions })) {
    const folder = form.saveFolder?.trim() ?? '';
    if (folder !== '') actions.push({ enable, type: 'save_invoice', value: folder });
    for (const value of form.invoiceMarks) actions.push({ enable, type: 'mark_invoice', value });
  }
  if (form.remove) actions.push({ enable, type: 'discard', value: '' });
  return actions;
}
