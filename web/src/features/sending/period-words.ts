import type { Period, PeriodicRule } from '@bocau/contract/messages.ts';
import type { Say } from '../../i18n/say.ts';

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;
type Month = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;

/** The rule of a periodic message as one sentence. */
export function periodWords(t: Say, language: string, rule: PeriodicRule): string {
  const said = t('outgoing.rule.at', { rule: cycleWords(t, language, rule.period), time: rule.time_send });
  const { end_day: end, end_after: times } = rule;
  if (end) return t('outgoing.rule.until', { rule: said, date: end.split('-').reverse().join('/') });
  return times ? t('outgoing.rule.times', { rule: said, count: times }) : said;
}

function cycleWords(t: Say, language: string, period: Period): string {
  // Within a sentence "thứ Hai" and "tháng 3" are in lower case, but not "Chủ nhật".
  const inSentence = (word: string) => (language === 'vi' ? word.replace(/^T/, 't') : word);
  const weekdayWords = (day: number) => inSentence(t(`sending.periods.weekdays.${day as Weekday}`));

  if ('by_days' in period) {
    const { by_days: every } = period;
    return every === 1 ? t('outgoing.rule.daily') : t('outgoing.rule.days', { every });
  }
  if ('by_week' in period) {
    const { every_x_weeks: every, weekdays } = period.by_week;
    const list = new Intl.ListFormat(language === 'vi' ? 'vi-VN' : 'en-GB', { type: 'conjunction' });
    const days = list.format([...weekdays].sort((a, b) => a - b).map(weekdayWords));
    return every === 1 ? t('outgoing.rule.weekly', { days }) : t('outgoing.rule.weeks', { every, days });
  }
  if ('by_month' in period) {
    const { every_x_month: every, day: date, weekday_of_month: pair } = period.by_month;
    const day = pair
      ? t('outgoing.rule.weekday', {
          weekday: weekdayWords(pair[1]),
          week: t(`outgoing.rule.nth.${pair[0]}`),
        })
      : t('outgoing.rule.day', { count: date ?? 1, ordinal: true });
    return every === 1 ? t('outgoing.rule.monthly', { day }) : t('outgoing.rule.months', { every, day });
  }
  const { month: number, day: date, weekday_of_month: pair } = period.by_year;
  const month = inSentence(t(`sending.periods.months.${number as Month}`));
  const day = pair
    ? t('outgoing.rule.weekdayOfYear', {
        weekday: weekdayWords(pair[1]),
        week: t(`outgoing.rule.nth.${pair[0]}`),
        month,
      })
    : t('outgoing.rule.dayOfYear', { day: date ?? '', month });
  return t('outgoing.rule.yearly', { day });
}
