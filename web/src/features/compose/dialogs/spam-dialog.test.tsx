import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { SpamDialog } from './spam-dialog.tsx';

const symbols = [
  { name: 'R_OWN_RULE', description: 'a rule of the provider', score: 1.25, type: 'body' as const },
  { name: 'SUBJ_EXCESS_QP', description: 'encoded', score: 9, type: 'subject' as const },
  { name: 'SUBJ_ALL_CAPS', description: 'caps', score: 3, type: 'subject' as const },
  { name: 'HAS_URL', description: 'link', score: 0, type: 'body' as const },
];

test('SP-3 shows the worst finding first, and nothing that the writer could not change', async () => {
  await speak('en');
  await renderPart(<SpamDialog symbols={symbols} onAnswer={() => undefined} />);
  const weights = (await screen.findAllByRole('listitem')).map(
    (item) => item.querySelector('b')?.textContent,
  );
  expect(weights).toEqual(['Serious', 'Moderate']);
});

test.each(['vi', 'en'] as const)(
  'SP-3 a finding without words of ours has those of the check, in %s',
  async (language) => {
    await speak(language);
    await renderPart(<SpamDialog symbols={symbols} onAnswer={() => undefined} />);
    expect(await screen.findByText(/a rule of the provider/)).toBeTruthy();
  },
);

test('Escape goes back to the text', async () => {
  await speak('en');
  const onAnswer = vi.fn();
  const { user } = await renderPart(<SpamDialog symbols={symbols} onAnswer={onAnswer} />);
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
});
