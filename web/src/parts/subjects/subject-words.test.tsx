import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { say } from '../../i18n/i18n.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SubjectWords, subjectWords } from './subject-words.tsx';

describe.each([
  ['vi', 'Giả mạo', '(không có chủ đề)'],
  ['en', 'Spoofed', '(no subject)'],
] as const)('a subject in %s', (language, mark, none) => {
  test.each([
    ['Chuyển khoản gấp', 'Chuyển khoản gấp'],
    ['**SPOOF** Chuyển khoản gấp', `${mark} Chuyển khoản gấp`],
    ['**SPOOF** ', `${mark} ${none}`],
    ['Hỏi về **SPOOF**', 'Hỏi về **SPOOF**'],
    [' ', none],
  ])('DM-4 %j is shown as %j', async (subject, shown) => {
    await speak(language);
    await renderPart(
      <p role="note">
        <SubjectWords subject={subject} />
      </p>,
    );
    expect(screen.getByRole('note').textContent).toBe(shown);
  });

  test('DM-4 where only text stands the mark is a word', async () => {
    await speak(language);
    expect(subjectWords(say, '**SPOOF** Chuyển khoản gấp')).toBe(`${mark}: Chuyển khoản gấp`);
  });
});

test('SB-14 DM-4 what was searched for is marked in the words, and the prefix is not looked through', async () => {
  await renderPart(<SubjectWords subject="**SPOOF** Chuyển khoản" words={['chuyen', 'spoof']} />);
  expect(screen.getByText('Chuyển', { selector: 'mark' })).toBeTruthy();
  expect(document.querySelectorAll('mark')).toHaveLength(1);
});
