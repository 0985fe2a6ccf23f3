import { expect, test } from 'vitest';
import { changedFields, mergeEdits, withoutIdleParts } from '../../model/contacts/merge-edits.ts';
import { fieldsOf, formOf, NO_FIELDS } from './form-fields.ts';
import { nameWithParts } from './name-parts.ts';

test('a form that nothing was typed into says what the card says', () => {
  const fields = {
    ...NO_FIELDS,
    full_name: 'Trần Bảo',
    emails: [{ label: 'work', value: 'bao@saomai.example' }],
    birthday: '--02-30',
    lunar_birthday: true,
    dates: [{ label: 'anniversary', value: '2015-11-20' }],
  };
  expect(fieldsOf(formOf(fields))).toEqual({ fields, faults: {} });
});

test('empty lines are left out, and each fault names its field', () => {
  const form = formOf(NO_FIELDS);
  expect(fieldsOf(form).faults).toEqual({ full_name: 'empty' });
  const typed = {
    ...form,
    emails: [
      { label: 'work', value: ' bao@saomai.example ' },
      { label: 'home', value: 'bao' },
      { label: 'home', value: ' ' },
    ],
    birthday: '31/4',
    dates: [{ label: 'other', value: 'mai' }],
  };
  const { fields, faults } = fieldsOf(typed);
  expect(faults).toEqual({ 'emails.1': 'email', birthday: 'day', 'dates.0': 'day' });
  expect(fields.emails).toHaveLength(2);
  expect(fields.emails[0]?.value).toBe('bao@saomai.example');
});

test('only what was changed is sent, and edits of different fields do not disturb each other', () => {
  const before = { ...NO_FIELDS, full_name: 'Trần Bảo', title: 'Kế toán' };
  const mine = { ...before, title: 'Kế toán trưởng', notes: 'Gọi sau 9 giờ' };
  const theirs = { ...before, organisation: 'Sao Mai', notes: 'Gọi sau 9 giờ' };
  expect(changedFields(before, mine)).toEqual({ title: 'Kế toán trưởng', notes: 'Gọi sau 9 giờ' });
  expect(mergeEdits(before, mine, theirs)).toMatchObject({
    merged: { title: 'Kế toán trưởng', organisation: 'Sao Mai' },
    fields: [],
  });
  expect(mergeEdits(before, mine, { ...theirs, title: 'Giám đốc' }).fields).toEqual(['title']);
});

test('a whole name leaves its parts to the server, and parts make up the name in its order', () => {
  const empty = { family_name: '', middle_name: '', given_name: '' };
  expect(withoutIdleParts({ full_name: 'Lê Dũng', ...empty }, NO_FIELDS)).toEqual({ full_name: 'Lê Dũng' });
  const parts = { family_name: 'Lê', middle_name: '', given_name: 'Dũng' };
  expect(withoutIdleParts(parts, { ...NO_FIELDS, ...parts })).toEqual(parts);
  const named = (full_name: string) =>
    nameWithParts({ full_name, ...parts }, { ...parts, middle_name: 'Văn' });
  expect(named('Lê Dũng')).toBe('Lê Văn Dũng');
  expect(named('Dũng Lê')).toBe('Dũng Văn Lê');
  expect(named('Anh Dũng kế toán')).toBe('Anh Dũng kế toán');
});
