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

/** The rules are the same as for the people themselves: a mailbox is guessed from outside, whoever set its password. */
export function refuseWeakPassword(password: string): void {
  const missing = [
    password.length < 8 ? '8 characters' : '',
    /\p{Ll}/u.test(password) ? '' : 'a lowercase letter',
    /\p{Lu}/u.test(password) ? '' : 'an uppercase letter',
    /\d/.test(password) ? '' : 'a digit',
    /[^\p{L}\d\s]/u.test(password) ? '' : 'a special character',
  ].filter((rule) => rule !== '');
  if (missing.length > 0) throw new AdminError(`The password is too weak: it lacks ${missing.join(', ')}`);
}
