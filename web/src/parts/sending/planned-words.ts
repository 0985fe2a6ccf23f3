/** A future time with its weekday, in the user's own time zone. */
export function plannedWords(unixSeconds: number, zone: string, language: string): string {
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  const moment = unixSeconds * 1000;
  const show = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(moment);
  const time = show({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const weekday = show({ weekday: 'long' });
  const date = show({ day: '2-digit', month: '2-digit', year: 'numeric' });
  return language === 'vi' ? `${time}, ${inVietnamese(weekday)} ${date}` : `${weekday} ${date} at ${time}`;
}

/** Within a sentence: "thứ Hai", but "Chủ nhật". */
function inVietnamese(weekday: string): string {
  return weekday.replace(/^Thứ/, 'thứ').replace(/Nhật$/, 'nhật');
}
