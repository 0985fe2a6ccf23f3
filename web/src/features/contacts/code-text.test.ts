import { expect, test } from 'vitest';
import { codeTextOf } from './code-text.ts';
import { NO_FIELDS } from './form-fields.ts';

test('the code of a card is a short vCard, with as many lines as a camera can read', () => {
  const fields = {
    ...NO_FIELDS,
    family_name: 'Trần',
    given_name: 'Bảo',
    organisation: 'Sao Mai; chi nhánh, Hà Nội',
    phones: [{ label: 'mobile', value: '0912 345 678' }],
    emails: Array.from({ length: 60 }, (_, at) => ({ label: 'work', value: `bao${at}@saomai.example` })),
  };
  const text = codeTextOf({ name: 'Trần Bảo', fields, numbers: ['+84912345678'] });
  expect(text.split('\r\n')).toEqual(
    expect.arrayContaining(['N:Trần;Bảo;;;', 'FN:Trần Bảo', 'TEL:+84912345678', 'END:VCARD']),
  );
  expect(text).toContain('ORG:Sao Mai\\; chi nhánh\\, Hà Nội');
  expect(new TextEncoder().encode(text).length).toBeLessThan(950);
});
