import { invalidInput } from '../../platform/failure.ts';

type Field = 'until' | 'at' | 'start_at';

const LONGEST_SECONDS = 2 * 366 * 24 * 3600;

/** Refuses what is past or too far away, naming the field. */
export function checkMoment(at: number, now: number, field: Field): void {
  const far = at > now + LONGEST_SECONDS;
  if (at > now && !far) return;
  throw invalidMoment(field, far ? 'is more than two years away' : 'is past');
}

export function invalidMoment(field: Field, problem: string) {
  return invalidInput('It has to be a time to come, within two years', { field, problem, rule: 'invalid' });
}
