/** A date in words, without the year if that is the current one. */
export function saidDay(day: string, today: string, language: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const isThisYear = year === today.slice(0, 4);
  if (language === 'vi') return `${Number(date)}/${Number(month)}${isThisYear ? '' : `/${year}`}`;
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(Date.parse(`${day}T00:00:00Z`));
}

/** The date so many days later. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}
