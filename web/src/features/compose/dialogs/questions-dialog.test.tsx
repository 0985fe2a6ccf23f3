import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { type Question, QuestionsDialog } from './questions-dialog.tsx';

const symbols = [
  { name: 'R_OWN_RULE', description: 'a rule of the provider', score: 1.25, type: 'body' as const },
  { name: 'SUBJ_EXCESS_QP', description: 'encoded', score: 9, type: 'subject' as const },
  { name: 'SUBJ_ALL_CAPS', description: 'caps', score: 3, type: 'subject' as const },
  { name: 'HAS_URL', description: 'link', score: 0, type: 'body' as const },
];
const spam: Question = { severity: 'asks', kind: 'spam', symbols };
const NO_SUBJECT: Question = { severity: 'asks', kind: 'empty_subject' };
const NO_TEXT: Question = { severity: 'asks', kind: 'empty_body' };

test('SP-3 shows the worst finding first, and nothing that the writer could not change', async () => {
  await speak('en');
  await renderPart(<QuestionsDialog questions={[spam]} onAnswer={() => undefined} />);
  const weights = (await screen.findAllByRole('listitem')).map(
    (item) => item.querySelector('b')?.textContent,
  );
  expect(weights).toEqual(['Serious', 'Moderate']);
});

test.each(['vi', 'en'] as const)(
  'SP-3 a finding without words of ours has those of the check, in %s',
  async (language) => {
    await speak(language);
    await renderPart(<QuestionsDialog questions={[spam]} onAnswer={() => undefined} />);
    expect(await screen.findByText(/a rule of the provider/)).toBeTruthy();
  },
);

test('Escape goes back to the text', async () => {
  await speak('en');
  const onAnswer = vi.fn();
  const { user } = await renderPart(<QuestionsDialog questions={[spam]} onAnswer={onAnswer} />);
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
});

test.each([
  ['vi', 'Xem lại trước khi gửi', ['Thư chưa có chủ đề', 'Bạn chưa viết gì', 'Sửa những điểm']],
  ['en', 'Before you send', ['has no subject', 'written anything', 'Change these']],
] as const)('SD-8 SP-3 subject, text and findings are one question, in %s', async (language, title, said) => {
  await speak(language);
  const onAnswer = vi.fn();
  const questions = [NO_SUBJECT, NO_TEXT, spam];
  const { user } = await renderPart(<QuestionsDialog questions={questions} onAnswer={onAnswer} />);
  const dialog = await screen.findByRole('dialog', { name: title });
  for (const words of said) expect(dialog.textContent).toContain(words);
  await user.click(screen.getAllByRole('button')[1] as HTMLElement);
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true);
});

test.each([
  ['vi', 'Gửi ra ngoài tổ chức?', 'Quay lại'],
  ['en', 'Send outside your organisation?', 'Go back'],
] as const)(
  'RC-9 whom it goes to outside is named, and a second Ctrl+Enter does not send it, in %s',
  async (language, title, back) => {
    speak(language);
    const onAnswer = vi.fn();
    const outside: Question = { severity: 'asks', kind: 'outside', emails: ['a@x.vn', 'b@y.vn'] };
    const { user } = await renderPart(<QuestionsDialog questions={[outside]} onAnswer={onAnswer} />);
    await screen.findByRole('dialog', { name: title });
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['a@x.vn', 'b@y.vn']);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: back })));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(onAnswer).not.toHaveBeenCalledWith(true);
  },
);

test('SD-8 one question alone has its own title', async () => {
  await speak('vi');
  await renderPart(<QuestionsDialog questions={[NO_SUBJECT]} onAnswer={() => undefined} />);
  expect(await screen.findByRole('dialog', { name: 'Gửi thư không có chủ đề?' })).toBeTruthy();
});
