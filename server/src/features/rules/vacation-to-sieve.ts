import { isValidAddress } from '@bocau/contract/address.ts';
import type { VacationRule } from '@bocau/contract/rule-definitions.ts';
import { shownAt } from '@bocau/contract/zoned-time.ts';
import { addressTest, quoted } from './sieve-text.ts';

/** VA-5. */
const DAYS = 4;

/** The automatic reply in Sieve (RFC 5230), within its days (RFC 5260) in the mailbox's time zone. */
export function vacationLines(rule: VacationRule, timeZone: string): string[] {
  const { start_date, end_date, subject, from, body, only_organisation } = rule;
  const zone = quoted(offsetOn(start_date, timeZone));
  const day = (relation: string, date: string) =>
    `currentdate :zone ${zone} :value "${relation}" "date" ${quoted(date)}`;
  const sender = isValidAddress(from) ? from : null;
  const tests = [
    day('ge', start_date),
    ...(end_date === null ? [] : [day('le', end_date)]),
    ...(only_organisation && sender ? [addressTest(['from'], [sender.slice(sender.lastIndexOf('@'))])] : []),
  ];
  const options = [
    `:days ${DAYS}`,
    ...(subject === '' ? [] : [`:subject ${quoted(subject)}`]),
    ...(sender ? [`:from ${quoted(sender)}`] : []),
  ];
  return [
    `if ${tests.length === 1 ? tests[0] : `allof (${tests.join(', ')})`} {`,
    `  vacation ${options.join(' ')} ${quoted(body.replace(/\r\n?|\n/g, '\r\n'))};`,
    '}',
  ];
}

/** As `+0700`. */
function offsetOn(date: string, timeZone: string): string {
  const noon = Date.parse(`${date}T12:00:00Z`);
  const minutes = Math.round((shownAt(noon, timeZone) - noon) / 60_000);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
}
