import { LIMITS } from '@bocau/contract/limits.ts';
import { Failure } from '../platform/failure.ts';

export function eventNotFound(): Failure {
  return new Failure('event_not_found', 'There is no such event, or calendar');
}

export function refuseTooMany(objects: number): void {
  const limit = LIMITS.eventsPerMailbox;
  if (objects <= limit) return;
  throw new Failure('too_many_events', `There are at most ${limit} events`, { details: { limit } });
}
