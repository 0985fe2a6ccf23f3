import { expect, test } from 'vitest';
import { parseHead } from './parse-head.ts';

test('a value that ends with a byte which reads as a space keeps it', () => {
  const head = Buffer.from('ATTENDEE;CN=Trần Hà ;CN="Đỗ Là"').toString('latin1');
  const names = parseHead(head).params.map(({ values }) => Buffer.from(values[0] ?? '', 'latin1').toString());
  expect(names).toEqual(['Trần Hà', 'Đỗ Là']);
});
