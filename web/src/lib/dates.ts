const pad = (value: number) => String(value).padStart(2, '0');

/** Today the time, this year day/month, else the whole date: day first in both languages, in the browser's zone. */
export function shortDate(unixSeconds: number, nowMs: number): string {
  const date = new Date(unixSeconds * 1000);
  const now = new Date(nowMs);
  const sameYear = date.getFullYear() === now.getFullYear();
  if (sameYear && date.getMonth() === now.getMonth() && date.getDate() === now.getDate())
    return clockTime(date);
  const dayMonth = `${pad(date.getDate())}/${pad(date.getMonth() + 1)}`;
  return sameYear ? dayMonth : `${dayMonth}/${date.getFullYear()}`;
}

export function fullDate(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  return `${pad(date.getDate())}/${pad(date.getMonth() + 1)}/${date.getFullYear()} ${clockTime(date)}`;
}

function clockTime(date: Date): string {
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
