import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { useSearchedWords } from './use-searched-words.ts';

function Words({ list }: { list: ListRef }) {
  return <output>{useSearchedWords(list).join(', ') || 'none'}</output>;
}

test('SB-14 the words of a search are there soon after it is shown, and go with it', async () => {
  const { rerender } = await renderPart(<Words list={{ kind: 'search', terms: { q: '"báo giá" thép' } }} />);
  expect(await screen.findByText('báo giá, thép')).toBeTruthy();
  rerender(<Words list={{ kind: 'folder', path: 'INBOX' }} />);
  expect(screen.getByText('none')).toBeTruthy();
});
