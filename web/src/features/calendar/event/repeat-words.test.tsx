import { beforeAll, expect, test } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { type Language, learnWords, loadLaterWords, spoken } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { speak } from '../../../test-kit/words.ts';
import { ruleTextWords } from './repeat-words.ts';

const START = { day: '2026-11-23', clock: '09:00', zone: 'Asia/Ho_Chi_Minh' };

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});

function words(language: Language, rule: string): string {
  speak(language);
  return ruleTextWords(spoken.get(), rule, START);
}

test.each([
  [
    'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T165959Z',
    'Mỗi tuần vào thứ Hai, đến 31/12/2026',
    'Every week on Monday, until 31/12/2026',
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'Mỗi tháng vào ngày 1 và 15', 'Every month on day 1 and 15'],
  [
    'FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=23',
    'Mỗi năm vào ngày 23 trong tháng 1 và tháng 7',
    'Every year on day 23 in January and July',
  ],
  [
    'FREQ=HOURLY',
    'Lặp lại theo quy tắc riêng của chương trình đã tạo sự kiện này',
    'Repeats by a rule of the program that made this event',
  ],
])('CV-10 %s in words', (rule, inVietnamese, inEnglish) => {
  expect(words('vi', rule)).toBe(inVietnamese);
  expect(words('en', rule)).toBe(inEnglish);
});
