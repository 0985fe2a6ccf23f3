import { expect, test } from 'vitest';
import { fieldKey, fieldsOf, fillFields, knownField, templateParts } from './template-fields.ts';

test.each([
  ['Kính gửi {tên},', ['tên']],
  ['{Tên} và {ten} và { TÊN }', ['Tên']],
  ['{name}, {title}, {company}', ['name', 'title', 'company']],
  ['{số tiền} {mã đơn}', ['số tiền', 'mã đơn']],
  ['{{tên}} là một ngoặc', []],
  ['{{ mở ngoặc', []],
  ['{} {1} { } {a:b} {a;b} {"x":1} {\n}', []],
  [
    '{Anh/Chị} {Giá ($)} {Ngày (dự kiến)} {Thuế 10%} {Họ, tên}',
    ['Anh/Chị', 'Giá ($)', 'Ngày (dự kiến)', 'Thuế 10%', 'Họ, tên'],
  ],
  [`{${'a'.repeat(41)}}`, []],
  ['{số\u00a0tiền}', ['số tiền']],
])('TE-6 the fields of %j are %j', (text, fields) => {
  expect(fieldsOf(text)).toEqual(fields);
});

test.each([
  ['tên', 'name'],
  ['CHỨC DANH', 'title'],
  ['cong ty', 'company'],
  ['ngày', 'date'],
  ['số tiền', 'amount'],
  ['amount', 'amount'],
  ['constructor', undefined],
  ['mã đơn', undefined],
])('TE-6 the field %s is %s', (field, known) => {
  expect(knownField(field)).toBe(known);
});

test('TE-6 fields of the same name in another writing get one value', () => {
  expect(fieldKey('Mã  đơn')).toBe(fieldKey('mã đơn'.normalize('NFD')));
  expect(fieldKey('ma don')).not.toBe(fieldKey('mã đơn'));
});

test('TE-6 TE-7 values are filled in as they are, and none is filled again', () => {
  const values = new Map([
    ['name', '<b>{số tiền}</b>'],
    ['amount', '5.000.000 ₫'],
  ]);
  expect(fillFields('{tên} nợ {số tiền}, {{tên}} và {mã đơn}', values)).toBe(
    '<b>{số tiền}</b> nợ 5.000.000 ₫, {tên} và {mã đơn}',
  );
});

test('an empty value leaves the field where it is', () => {
  expect(fillFields('Gửi {tên}', new Map([['name', '']]))).toBe('Gửi {tên}');
});

test('a text without end is taken apart in one pass', () => {
  expect(templateParts('{'.repeat(100_000))).toHaveLength(1);
  expect(fieldsOf('{a'.repeat(50_000))).toEqual([]);
});
