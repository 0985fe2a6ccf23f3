import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ApartLine, MoreApartLine } from './apart-lines.tsx';
import { SortPendingLine } from './list-lines.tsx';

const terms = { q: 'công nợ' };

test.each([
  ['vi', /mới nhất ở trên/],
  ['en', /showing newest first/],
] as const)('TL-11 says in %s that the order asked for is not the one shown', async (language, words) => {
  await speak(language);
  await renderPart(<SortPendingLine />);
  expect(screen.getByRole('status').textContent).toMatch(words);
});

describe.each([
  ['vi', '1.388 hội thoại khác có các từ này đứng rời nhau', /Không có thư nào/, /đứng liền nhau/],
  ['en', '1,388 more conversations contain these words separately', /No message has/, /words together/],
] as const)('words apart in %s', (language, more, instead, together) => {
  test('SB-14 one line below the results leads to those that have the words apart, and back', async () => {
    speak(language);
    const apart = { total: 1388, isCapped: false, shown: false };
    const { rerender } = await renderPart(<MoreApartLine terms={terms} apart={apart} />);
    const wider = screen.getByRole('link', { name: more }).getAttribute('href');
    expect(new URLSearchParams(wider?.split('?')[1]).get('words')).toBe('apart');
    rerender(<MoreApartLine terms={terms} apart={{ total: 0, isCapped: true, shown: false }} />);
    expect(screen.getByRole('link').textContent).not.toContain('0');
    rerender(<ApartLine terms={{ ...terms, words: 'apart' }} />);
    const back = screen.getByRole('link', { name: together }).getAttribute('href');
    expect(new URLSearchParams(back?.split('?')[1]).has('words')).toBe(false);
    rerender(<ApartLine terms={terms} />);
    expect(screen.getByRole('status').textContent).toMatch(instead);
  });
});
