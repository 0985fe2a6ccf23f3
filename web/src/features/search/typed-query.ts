/**
 * Operators as the server reads them in a typed search: `from:lan "hợp đồng" has:attachment`. A value with spaces is
 * quoted; what is no operator, or has a value that means nothing, is a word like others.
 */
export type Token = { text: string; operator: { name: string; value: string } | null };

const TOKEN = /(?<name>[a-z]+):"(?<value>[^"]*)"?|"[^"]*"?|(?<plain>[^\s"]+)/giu;
const OPERATOR = /^(?<name>[a-z]+):(?<value>.*)$/iu;

export function readTokens(typed: string): Token[] {
  return [...typed.matchAll(TOKEN)].map(({ 0: text, groups = {} }) => {
    const found = groups.name !== undefined ? groups : OPERATOR.exec(groups.plain ?? '')?.groups;
    const name = found?.name?.toLowerCase();
    return { text, operator: name === undefined ? null : { name, value: (found?.value ?? '').trim() } };
  });
}

/** The operator as one types it; null for a value that can not be written so. */
export function writeOperator(name: string, value: string): string | null {
  if (value.includes('"') || value.trim() !== value || value === '') return null;
  return /\s/.test(value) ? `${name}:"${value}"` : `${name}:${value}`;
}

/** Days that are typed are days of Viet Nam, wherever the reader is. */
const ZONE_SECONDS = 7 * 3600;
const DAYS = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
];

/** The first second of a typed day; null for what is none, such as 31 February. */
export function readTypedDay(text: string): number | null {
  for (const pattern of DAYS) {
    const { year, month, day } = pattern.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const utc = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    const isReal = utc.getUTCMonth() === Number(month) - 1 && utc.getUTCDate() === Number(day);
    return isReal ? utc.getTime() / 1000 - ZONE_SECONDS : null;
  }
  return null;
}

/** The day as one types it that begins with this second; null within a day. */
export function writeTypedDay(seconds: number): string | null {
  const utc = seconds + ZONE_SECONDS;
  return utc % 86_400 === 0 ? new Date(utc * 1000).toISOString().slice(0, 10) : null;
}
