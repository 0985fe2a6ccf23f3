import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { LANGUAGES, learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { parseQuickLine, type QuickLine } from './parse-quick-line.ts';
import { UnderstoodLine } from './understood-line.tsx';

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of LANGUAGES) {
    speak(language);
    await loadLaterWords();
  }
});
afterEach(() => vi.useRealTimers());

const read = (text: string) =>
  parseQuickLine(text, { today: '2026-11-20', chosen: '2026-11-20', now: 0, language: 'vi' }) as QuickLine;
const understood = (text: string) => (
  <UnderstoodLine line={read(text)} impossible={[]} isRead onRead={() => undefined} />
);

test.each([
  ['vi', 'Hiểu là: Nghỉ phép · Thứ Ba 01/12/2026 đến Thứ Sáu 04/12/2026, cả ngày'],
  ['en', 'Read as: Nghỉ phép · Tuesday 01/12/2026 to Friday 04/12/2026, all day'],
] as const)(
  'CL-145 (%s) a screen reader hears what was understood once typing rests',
  async (language, words) => {
    speak(language);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { rerender } = await renderPart(understood('nghỉ phép 1/12'));
    const said = () => document.querySelector('[aria-live="polite"].visually-hidden')?.textContent;
    const rest = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
    for (const text of ['nghỉ phép 1/12 đ', 'nghỉ phép 1/12 đến', 'nghỉ phép 1/12 đến 4/12']) {
      await rest(300);
      rerender(understood(text));
      expect(said()).toBe('');
    }
    expect(screen.getByRole('checkbox', { name: words })).toBeTruthy();
    await rest(1000);
    expect(said()).toBe(words);
  },
);

test.each([
  ['vi', 'họp 9h mai nhắc trước 15 phút', /· nhắc trước 15 phút$/],
  ['vi', 'nộp thuế 30/11 nhắc trước 1 ngày', /· nhắc hôm trước, lúc 08:00$/],
  ['en', 'meeting 9am tomorrow remind me 15 minutes before', /· reminder 15 minutes before$/],
] as const)('CL-396 (%s) the reminder that “%s” says is told', async (language, text, words) => {
  speak(language);
  await renderPart(understood(text));
  expect(screen.getByRole('checkbox', { name: words })).toBeTruthy();
});
