import { charsetCards } from './charset-cards.ts';
import { asIs, FORMS, type Form } from './forms.ts';
import { phoneCards } from './phone-cards.ts';
import { programCards } from './program-cards.ts';
import { storedCards } from './stored-cards.ts';

const written = Object.entries({ ...phoneCards, ...programCards, ...storedCards });

/** Cards of many programs, each in several forms. Nobody of them exists, and none was copied from anywhere. */
export const corpus: [string, Buffer][] = [
  ...written.flatMap(([name, text], at) => [
    [name, asIs(text)] as [string, Buffer],
    ...formsOf(at).flatMap(([form, make]): [string, Buffer][] => {
      const card = make(text);
      return card.equals(asIs(text)) ? [] : [[`${name}, ${form}`, card]];
    }),
  ]),
  ['Old Mac', Buffer.from((programCards['Evolution 3.0'] ?? '').replaceAll('\n', '\r'))],
  ...charsetCards,
];

/** In turn, so that each form comes as often as the others. */
function formsOf(at: number): [string, Form][] {
  const turn = [
    FORMS[(2 * at) % FORMS.length],
    FORMS[(2 * at + 1) % FORMS.length],
    ...(at % 3 === 0 ? [FORMS[0]] : []),
  ];
  return [...new Set(turn)].filter((form) => form !== undefined);
}
