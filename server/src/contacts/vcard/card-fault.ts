import type { ContactFields } from '@bocau/contract/contacts.ts';

type CardProblem = 'not_a_card' | 'too_large' | 'too_many_properties' | 'broken';

/** Bytes that are no vCard, or more than a card may be. */
export class CardFault extends Error {
  readonly problem: CardProblem;
  readonly field: keyof ContactFields | 'photo' | undefined;

  constructor(problem: CardProblem, field?: keyof ContactFields | 'photo') {
    super(`vCard refused: ${problem}${field === undefined ? '' : ` (${field})`}`);
    this.name = 'CardFault';
    this.problem = problem;
    this.field = field;
  }
}
