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

export function refuseTooLarge(bytes: number): void {
  const limit = LIMITS.calendarBytes;
  if (bytes <= limit) return;
  const message =
    'All events together are too large: take out what is long in them, or delete some, which helps once they leave the trash';
  throw new Failure('too_many_events', message, { details: { limit_bytes: limit } });
}
