import type { LunarRule } from '@bocau/contract/lunar-rule.ts';
import type { Spoken } from '../../../i18n/i18n.ts';

/** CL-143: `Mỗi năm vào 12/3 âm lịch`, `Mỗi tháng âm lịch vào mùng 1 và rằm`. */
export function lunarRuleWords({ t, language }: Spoken, { every, month, days, until }: LunarRule): string {
  const list = new Intl.ListFormat(language === 'vi' ? 'vi' : 'en-GB');
  const names = days.map((day) => {
    if (day === 15) return t('calendar.lunar.full');
    return t(day <= 10 ? 'calendar.lunar.early' : 'calendar.lunar.later', { day });
  });
  const words =
    every === 'year'
      ? t('calendar.lunar.yearly', { day: days[0] ?? 1, month: month ?? 1 })
      : t('calendar.lunar.monthly', { days: list.format(names) });
  if (until === null) return words;
  const date = `${until.slice(6)}/${until.slice(4, 6)}/${until.slice(0, 4)}`;
  return t('invitation.until', { rule: words, date });
}
