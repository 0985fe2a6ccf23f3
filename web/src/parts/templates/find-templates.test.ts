import { expect, test } from 'vitest';
import { findTemplates } from './find-templates.ts';

const of = (name: string, folder = '', uses = 0, subject = '') => ({ name, folder, subject, uses });
const ALL = [of('Báo giá', 'Bán hàng'), of('Nhắc nợ', 'Kế toán', 5, 'Báo nợ'), of('Cảm ơn', '', 9)];
const found = (typed: string) => findTemplates(ALL, typed).map(({ name }) => name);

test.each([
  ['', ['Cảm ơn', 'Nhắc nợ', 'Báo giá']],
  ['bao', ['Báo giá', 'Nhắc nợ']],
  ['BÁO gia', ['Báo giá']],
  ['ke toan', ['Nhắc nợ']],
  ['no ke', ['Nhắc nợ']],
  ['xyz', []],
])('TE-14 %j finds %j, without case and marks', (typed, names) => {
  expect(found(typed)).toEqual(names);
});
