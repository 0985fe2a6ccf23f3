import { CARD_FORMAT } from './directory-cards.ts';

/** What the directory shows, and how its cards are written. */
export function directoryTag(state: string): string {
  return `${CARD_FORMAT}:${state}`;
}

/** Where all of the directory is known, or all up to a place. */
export function directoryToken(state: string, place: string | null = null): string {
  return `urn:x-bocau:directory:${directoryTag(state)}${place === null ? '' : `:${place}`}`;
}
