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
    'X-RULE',
    'Lặp lại theo quy tắc riêng của chương trình đã tạo sự kiện này',
    'Repeats by a rule of the program that made this event',
  ],
  ['FREQ=HOURLY;INTERVAL=4;COUNT=6', 'Cứ 4 giờ, 6 lần', 'Every 4 hours, 6 times'],
  [
    'FREQ=YEARLY;BYMONTH=1,7',
    'Mỗi năm vào ngày 23 trong tháng 1 và tháng 7',
    'Every year on day 23 in January and July',
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1,-2',
    'Mỗi tháng vào thứ Hai và thứ Ba, trong đó chỉ lần thứ 1, lần cuối cùng và lần thứ 2 từ cuối',
    'Every month on Monday and Tuesday, of these only the 1st, the last and the 2nd-to-last',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=15,-1,-2;BYHOUR=9,14;BYMINUTE=0,30',
    'Mỗi tháng vào ngày 15, ngày cuối cùng trong tháng và ngày thứ 2 từ cuối trong tháng lúc 09:00, 09:30, 14:00 và 14:30',
    'Every month on day 15, the last day of the month and the 2nd-to-last day of the month at 09:00, 09:30, 14:00 and 14:30',
  ],
  [
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    'Mỗi tháng vào thứ Sáu, nếu đó là ngày 13',
    'Every month on Friday, if it is day 13',
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;BYWEEKNO=20,-1;BYDAY=MO;UNTIL=20301231',
    'Cứ 2 năm vào thứ Hai trong tuần 20 và tuần cuối cùng, đến 31/12/2030',
    'Every 2 years on Monday in week 20 and the last week, until 31/12/2030',
  ],
  [
    'FREQ=YEARLY;BYMONTH=11;BYDAY=2TU,-1FR',
    'Mỗi năm vào thứ Ba thứ 2 và thứ Sáu cuối cùng trong tháng 11',
    'Every year on the 2nd Tuesday and the last Friday in November',
  ],
  [
    'FREQ=YEARLY;BYDAY=21MO;COUNT=3',
    'Mỗi năm vào thứ Hai thứ 21 trong năm, 3 lần',
    'Every year on the 21st Monday of the year, 3 times',
  ],
  [
    'FREQ=YEARLY;BYYEARDAY=100,-1',
    'Mỗi năm vào ngày thứ 100 trong năm và ngày cuối cùng trong năm',
    'Every year on the 100th day of the year and the last day of the year',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO',
    'Cứ 2 tuần vào Chủ nhật và thứ Hai (tuần tính từ Chủ nhật)',
    'Every 2 weeks on Sunday and Monday (weeks from Sunday)',
  ],
  [
    'FREQ=HOURLY;BYHOUR=8,9;BYMINUTE=15;BYSECOND=0,30',
    'Mỗi giờ trong giờ 8 và 9 vào phút 15 vào giây 0 và 30',
    'Every hour in hours 8 and 9 at minute 15 at seconds 0 and 30',
  ],
])('CV-10 CL-147 %s in words', (rule, inVietnamese, inEnglish) => {
  expect(words('vi', rule)).toBe(inVietnamese);
  expect(words('en', rule)).toBe(inEnglish);
});
