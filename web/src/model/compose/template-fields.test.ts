import { expect, test } from 'vitest';
import { noteFieldsLeft, unfilledFields } from './template-fields.ts';

const view = (id: string, body: string, subject = '') => ({ id, subject, body });

test('TE-13 known fields are told wherever they stand, others where a template left them', () => {
  expect(unfilledFields(view('w1', '<p>Chào {tên}, {mã đơn} và {x}</p>', 'Nợ {số tiền}'))).toEqual([
    'số tiền',
    'tên',
  ]);
  noteFieldsLeft('w1', ['Mã đơn']);
  expect(unfilledFields(view('w1', '<p>{mã đơn} và {x}</p>'))).toEqual(['mã đơn']);
  expect(unfilledFields(view('w2', '<p>{mã đơn}</p>'))).toEqual([]);
});

test('TE-13 quotes and signatures are not the own words', () => {
  const body = '<p>Xong</p><blockquote>{tên}</blockquote><div data-signature="">{ngày}</div>';
  expect(unfilledFields(view('w3', body))).toEqual([]);
});
