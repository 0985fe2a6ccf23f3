import type { DerivedCard } from './derive-card.ts';

export type CardPut = {
  /** Of a card that is there, in the trash or not, or of a new one. */
  id: string;
  bookId: string;
  /** Of the resource; without it a card keeps its name, and a new one gets one made of its id. */
  name?: string;
  source: Buffer;
  /** What `deriveCard` says of the source; parsed before the contacts are locked. */
  derived: DerivedCard;
};
