import { LARGEST_QUOTA_MB } from '@bocau/contract/people.ts';
import { AdminError } from './command.ts';

export function readPair<Key extends string>(keys: readonly Key[], pair: string): [Key, string] {
  const equals = pair.indexOf('=');
  const key = keys.find((known) => known === pair.slice(0, equals));
  if (equals === -1 || !key) {
    throw new AdminError(`'${pair}' is no KEY=VALUE; KEY is one of ${keys.join(', ')}`);
  }
  return [key, pair.slice(equals + 1)];
}

export function readBoolean(key: string, value: string): boolean {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true;
  if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false;
  throw new AdminError(`${key} is 1 or 0, not '${value}'`);
}

export function readQuota(text: string): number {
  const quota = Number(text);
  if (!/^\d+$/.test(text) || quota < 1 || quota > LARGEST_QUOTA_MB) {
    throw new AdminError(`A quota is a whole number of MB, not '${text}'`);
  }
  return quota;
}

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Such as 90s, 30m, 2h or 7d, in seconds. */
export function readAge(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (unit === '') throw new AdminError(`A time is a number with s, m, h or d, such as 2h, not '${text}'`);
  return Number(count) * (UNITS[unit] as number);
}

export function readCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new AdminError(`${name} is a whole number, not '${text}'`);
  return Number(text);
}

export function isoTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
