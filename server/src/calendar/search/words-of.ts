import { foldedWords } from '../../platform/folded-words.ts';
import { textOf } from '../ical/part-values.ts';
import { type CalendarObject, readAttendees, readOrganiser } from '../ical/read-object.ts';

const WORDS_AT_MOST = 400;
/** Descriptions may be long; what is looked for stands at their beginning. */
const DESCRIPTION_SEARCHED = 4_000;
/** Single changed ones mostly say what the series says. */
const PARTS_SEARCHED = 20;

/** CL-144: title, place, people and description, folded, each word with a space before it. */
export function wordsOf({ main, changed }: CalendarObject): string {
  const words = new Set<string>();
  for (const { part, title, place } of [...(main ? [main] : []), ...changed.slice(0, PARTS_SEARCHED)]) {
    const organiser = readOrganiser(part);
    const people = [...(organiser ? [organiser] : []), ...readAttendees(part)];
    const texts = [
      ...[title, place],
      ...people.map(({ name, email }) => `${name} ${email}`),
      textOf(part, 'DESCRIPTION', DESCRIPTION_SEARCHED),
    ];
    for (const word of foldedWords(texts.join(' '))) {
      if (words.size === WORDS_AT_MOST) break;
      words.add(word);
    }
  }
  return [...words].map((word) => ` ${word}`).join('');
}
