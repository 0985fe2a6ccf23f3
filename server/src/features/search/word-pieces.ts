import { addressWord, type Word, writtenWords } from '../../mail/search-index/words.ts';
import type { TextPlace } from './group-typed.ts';
import type { Criteria } from './read-query.ts';

/** Words of a text that belong together: those within quotes, or adjacent ones without. */
export type Piece = {
  place: TextPlace;
  words: Word[];
  isQuoted: boolean;
  /** A complete address in a search for people, which is indexed as one word. */
  address: string | null;
};

/** More words do not make a search more selective. */
const WORDS_OF_PIECE = 20;
const PART = /"(?<quoted>[^"]*)"?|(?<plain>[^"]+)/gu;
const PLACES_OF_PEOPLE: TextPlace[] = ['any', 'from', 'to', 'with'];

/** Empty for a text without a letter or digit. */
export function piecesOf(text: string, place: TextPlace): Piece[] {
  const pieces: Piece[] = [];
  for (const { groups } of text.matchAll(PART)) {
    const { quoted, plain = '' } = groups ?? {};
    if (quoted !== undefined) {
      pieces.push({ place, words: writtenWords(quoted), isQuoted: true, address: null });
      continue;
    }
    let open: Piece | null = null;
    for (const chunk of plain.split(/\s+/)) {
      const words = writtenWords(chunk);
      const address = PLACES_OF_PEOPLE.includes(place) ? addressWord(chunk) : null;
      if (open === null || address !== null) {
        open = { place, words, isQuoted: false, address };
        pieces.push(open);
        if (address !== null) open = null;
      } else if (open.words.length < WORDS_OF_PIECE) open.words.push(...words);
    }
  }
  return pieces.filter(({ words }) => words.length > 0);
}

/** The texts that must all match, then those of which one must, each split into pieces. */
export function piecesOfCriteria({ texts, choices }: Criteria): { all: Piece[][]; choices: Piece[][][] } {
  const places = Object.keys(texts) as TextPlace[];
  return {
    all: places.flatMap((place) => texts[place].map((text) => piecesOf(text, place))),
    choices: choices.map((choice) => choice.texts.map((text) => piecesOf(text, choice.place))),
  };
}

/** Texts whose words are first searched adjacent, and separately when they occur adjacent nowhere. */
export function looseParts(criteria: Criteria): Piece[] {
  const { all, choices } = piecesOfCriteria(criteria);
  return [...all.flat(), ...choices.flat(2)].filter(isLoose);
}

export function isLoose({ words, isQuoted, address }: Piece): boolean {
  return words.length > 1 && !isQuoted && address === null;
}
