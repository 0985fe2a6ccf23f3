import { matchesNearlyAll } from '@bocau/contract/broad-filters.ts';
import { describe, expect, test } from 'vitest';
import {
  emptyForm,
  faultOf,
  faultyConditions,
  hasAction,
  hasCondition,
  newCondition,
  toForm,
  toRule,
  withAction,
  withRemoval,
  withType,
} from './filter-form.ts';

describe('conditions', () => {
  test.each([
    ['', 'missing'],
    [' , ', 'missing'],
    ['minh', 'address'],
    ['minh@cty.vn', null],
    ['minh@cty.vn, ha@cty.vn', null],
    ['minh@cty.vn, ha', 'address'],
    ['@cty.vn', null],
    ['@cty', 'address'],
    ['cty.vn, minh@cty.vn', null],
    [`${'a'.repeat(490)}@cty.example`, 'tooLong'],
  ])('RU-5 senders %j: %s', (value, fault) => {
    expect(faultOf(newCondition({ value }))).toBe(fault);
  });

  test.each([
    ['0', 'size'],
    ['1', null],
    ['2.5', 'size'],
    ['', 'missing'],
    ['1048577', 'size'],
  ])('RU-4 a size of %j: %s', (value, fault) => {
    expect(faultOf(newCondition({ type: 'size', comparator: 'over', value }))).toBe(fault);
  });

  test('RU-6 one valid condition is enough to go on, and empty ones are left out', () => {
    expect(hasCondition(emptyForm())).toBe(false);
    const form = emptyForm([{}, { type: 'subject', value: 'Báo cáo' }]);
    expect(hasCondition(form)).toBe(true);
    const [domain] = toRule(emptyForm([{ value: 'cty.vn, ha@cty.vn' }])).conditions;
    expect(domain, 'a domain without its sign').toMatchObject({ value: '@cty.vn, ha@cty.vn' });
    expect(toRule(form).conditions).toEqual([{ type: 'subject', comparator: 'contains', value: 'Báo cáo' }]);
    expect(faultyConditions(emptyForm([{ value: 'ha' }, {}]))).toHaveLength(1);
  });

  test('RU-4 another type has comparators of its own', () => {
    const subject = newCondition({ type: 'subject', comparator: '!contains', value: 'họp' });
    expect(withType(subject, 'body')).toMatchObject({ comparator: '!contains', value: 'họp' });
    expect(withType(subject, 'size')).toMatchObject({ comparator: 'over', value: '' });
    expect(faultOf(withType(subject, 'attachment'))).toBeNull();
  });
});

describe('actions', () => {
  const none = emptyForm().actions;

  test('RU-8 removing clears the others, and they clear it', () => {
    const some = withAction(withAction(none, { star: true }), { folderId: 'f' });
    const removed = withRemoval(some, true);
    expect(removed).toEqual({ ...none, remove: true });
    expect(withAction(removed, { read: true })).toEqual({ ...none, read: true });
  });

  test('RU-9 a choice ticks its box, and a cleared box clears its choice', () => {
    const chosen = withAction(none, { folderId: 'f' });
    expect(chosen).toMatchObject({ move: true, folderId: 'f' });
    expect(withAction(chosen, { move: false })).toEqual(none);
    const redirected = withAction(none, { addresses: ['a@b.vn'] });
    expect(redirected).toMatchObject({ redirect: true, addresses: ['a@b.vn'] });
    expect(withAction(redirected, { redirect: false })).toEqual(none);
  });

  test('RU-6 a ticked box without its choice is no action yet', () => {
    const form = emptyForm();
    expect(hasAction({ ...form, actions: withAction(none, { move: true }) })).toBe(false);
    expect(hasAction({ ...form, actions: withAction(none, { folderId: 'f' }) })).toBe(true);
  });
});

test('RU-3 a filter is the same after it went through the form', () => {
  const rule = {
    match: 'any' as const,
    conditions: [
      { type: 'from' as const, comparator: 'contains' as const, value: 'a@b.vn, @c.vn' },
      { type: 'size' as const, comparator: 'under' as const, value: 20, unit: 'K' as const },
      { type: 'attachment' as const, comparator: '!contains' as const, value: '' },
    ],
    actions: [
      { enable: true, type: 'setflag' as const, value: 'Seen' as const },
      { enable: true, type: 'fileinto' as const, value: 'f' },
      { enable: true, type: 'redirect' as const, value: 'x@y.vn' },
    ],
  };
  expect(toRule(toForm(rule, 'Hóa đơn'))).toEqual(rule);
});

test('IV-17 a filter about invoices is the same after it went through the form', () => {
  const rule = {
    match: 'any' as const,
    conditions: [
      { type: 'invoice' as const, comparator: 'contains' as const, value: '' },
      {
        type: 'invoice_seller' as const,
        comparator: '!contains' as const,
        value: '0910004006, 0910004006-001',
      },
      { type: 'invoice_total' as const, comparator: 'over' as const, value: 20_000_000 },
    ],
    actions: [
      { enable: true, type: 'save_invoice' as const, value: 'Hóa đơn/{năm}' },
      { enable: true, type: 'mark_invoice' as const, value: 'booked' as const },
      { enable: true, type: 'mark_invoice' as const, value: 'paid' as const },
    ],
  };
  expect(toRule(toForm(rule, ''))).toEqual(rule);
});

test('IV-17 conditions of other kinds narrow those about invoices, and acts on invoices go with these', () => {
  const actions = {
    ...emptyForm().actions,
    star: true,
    saveFolder: 'Hóa đơn',
    invoiceMarks: ['paid' as const],
  };
  const from = { type: 'from' as const, value: 'a@b.vn' };
  const mixed = { ...emptyForm([from, { type: 'invoice' }]), match: 'any' as const, actions };
  expect(toRule(mixed)).toMatchObject({ match: 'all', actions: [{}, {}, {}] });
  const without = { ...emptyForm([from]), match: 'any' as const, actions };
  expect(toRule(without)).toMatchObject({ match: 'any', actions: [{ type: 'setflag' }] });
});

test.each([
  ['invoice_total', '20.000.000', null],
  ['invoice_total', '20 triệu', 'total'],
  ['invoice_seller', '0910004006,0910004006-001', null],
  ['invoice_seller', '12345', 'taxCode'],
] as const)('IV-17 %s %s has the fault %s', (type, value, fault) => {
  expect(faultOf(newCondition({ type, value }))).toBe(fault);
});

test.each([
  ['all', [{ type: 'from', comparator: '!contains', value: 'a@b.vn' }], true],
  [
    'all',
    [
      { type: 'from', value: 'a@b.vn' },
      { type: 'subject', comparator: '!contains', value: 'x' },
    ],
    false,
  ],
  [
    'any',
    [
      { type: 'from', value: 'a@b.vn' },
      { type: 'subject', comparator: '!contains', value: 'x' },
    ],
    true,
  ],
  ['any', [{ type: 'attachment' }, { type: 'attachment', comparator: '!contains' }], true],
  ['all', [{ type: 'attachment' }], false],
  ['all', [{ type: 'size', comparator: 'over', value: '1', unit: 'K' }], true],
  ['all', [{ type: 'size', comparator: 'under', value: '5', unit: 'M' }], false],
] as const)('%s of %j matches nearly everything: %s', (match, conditions, broad) => {
  expect(matchesNearlyAll(toRule({ ...emptyForm(conditions), match }))).toBe(broad);
});
