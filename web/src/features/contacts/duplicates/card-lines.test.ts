import { expect, test } from 'vitest';
import { cardOf } from '../../../model/contacts/test-kit/fake-contacts.ts';
import { fullestCard } from './card-lines.ts';

test.each([
  ['the name with accents, though it says less', ['Nguyen Van Thu', 'Kế toán'], ['Nguyễn Văn Thử', ''], 1],
  ['else what says more', ['Nguyễn Văn Thử', 'Kế toán'], ['Nguyễn Văn Thử', ''], 0],
] as const)('CT-13 of duplicates is kept %s', (_, first, second, kept) => {
  const cards = [first, second].map(([name, title], at) => cardOf(`c${at}`, name, { fields: { title } }));
  expect(fullestCard(cards)?.id).toBe(`c${kept}`);
});
