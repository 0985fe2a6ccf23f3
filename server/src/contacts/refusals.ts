import { LIMITS } from '@bocau/contract/limits.ts';
import { Failure } from '../platform/failure.ts';

export function contactNotFound(): Failure {
  return new Failure('contact_not_found', 'There is no such contact, or book of contacts');
}

export function refuseTooMany(cards: number): void {
  const limit = LIMITS.contactsPerMailbox;
  if (cards <= limit) return;
  throw new Failure('too_many_contacts', `There are at most ${limit} contacts`, { details: { limit } });
}
