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

export function refuseTooLarge(bytes: number): void {
  const limit = LIMITS.contactBytes;
  if (bytes <= limit) return;
  const message =
    'All contacts together are too large: delete some, and empty their trash, or take photos out of them';
  throw new Failure('too_many_contacts', message, { details: { limit_bytes: limit } });
}
