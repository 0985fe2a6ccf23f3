import { invalidInput } from '../../platform/failure.ts';

type Field = 'until' | 'at' | 'start_at' | 'follow_up.at';

const LONGEST_SECONDS = 2 * 366 * 24 * 3600;

/** Refuses what is past or too far away, naming the field. */
export function checkMoment(at: number, now: number, field: Field): void {
  checkNotFar(at, now, field);
  if (at <= now) throw invalidMoment(field, 'is past');
}

/** Of what is only kept for later, and may have passed by then. */
export function checkNotFar(at: number, now: number, field: Field): void {
  if (at > now + LONGEST_SECONDS) throw invalidMoment(field, 'is more than two years away');
}

export function invalidMoment(field: Field, problem: string) {
  return invalidInput('It has to be a time to come, within two years', { field, problem, rule: 'invalid' });
}
