import { writeWall } from '../ical/written-times.ts';

/** A rule as it is written, up to what happens before a moment: COUNT gives way to UNTIL. */
export function ruleUntil(
  rule: string,
  until: { seconds: number; isDay: boolean; isMoment: boolean },
): string {
  const { seconds, isDay, isMoment } = until;
  return [
    ...partsWithout(rule, ['COUNT', 'UNTIL']),
    `UNTIL=${writeWall(seconds, isDay)}${isMoment ? 'Z' : ''}`,
  ].join(';');
}

/** A rule as it is written, with so many fewer to come; null where none are left. */
export function ruleAfter(rule: string, passed: number): string | null {
  const count = /(?:^|;)COUNT=(\d+)/i.exec(rule)?.[1];
  if (count === undefined) return rule;
  const left = Number(count) - passed;
  return left > 0 ? [...partsWithout(rule, ['COUNT']), `COUNT=${left}`].join(';') : null;
}

function partsWithout(rule: string, names: string[]): string[] {
  return rule
    .trim()
    .split(';')
    .filter((part) => part !== '' && !names.includes((part.split('=')[0] ?? '').toUpperCase()));
}
