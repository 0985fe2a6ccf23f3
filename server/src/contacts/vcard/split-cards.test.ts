import { LIMITS } from '@bocau/contract/limits.ts';
import { expect, test } from 'vitest';
import { corpus } from './corpus/corpus.ts';
import { readCard } from './read-card.ts';
import { splitCards } from './split-cards.ts';

const cards = (text: string) => splitCards(Buffer.from(text)).map(String);
const A = 'BEGIN:VCARD\nVERSION:3.0\nFN:A\nEND:VCARD\n';
const B = 'begin:vcard\nVERSION:3.0\nFN:B\nend:vcard\n';

test('cards are split, what is between them is left out', () => {
  expect(cards(A + B)).toEqual([A, B]);
  expect(cards(`Hello\n\n${A}\n\n-- \nEND:VCARD\n${B}bye`)).toEqual([A, B]);
  expect(cards(A.trim())).toEqual([A.trim()]);
  for (const text of ['', '\n', 'Hello', 'END:VCARD', 'BEGIN:VCALENDAR\nEND:VCALENDAR'])
    expect(cards(text)).toEqual([]);
});

test('lines may end in CRLF, CR, or what a converter made of them', () => {
  for (const lineBreak of ['\r\n', '\r', '\r\r\n']) {
    const file = (A + B).replaceAll('\n', lineBreak);
    expect(cards(file)).toEqual([A, B].map((card) => card.replaceAll('\n', lineBreak)));
    expect(splitCards(Buffer.from(file)).map((card) => readCard(card).fields.full_name)).toEqual(['A', 'B']);
  }
});

test('byte order marks and UTF-16 are read', () => {
  expect(cards(`\ufeff${A}\ufeff${B}`)).toEqual([A, B]);
  expect(splitCards(Buffer.from(`\ufeff${A}${B}`, 'utf16le')).map(String)).toEqual([A, B]);
  expect(splitCards(Buffer.from(A + B, 'utf16le')).map(String)).toEqual([A, B]);
  expect(splitCards(Buffer.from(`\ufeff${A}${B}`, 'utf16le').swap16()).map(String)).toEqual([A, B]);
});

test('a card within a card is a part of it; one that does not end goes up to the next', () => {
  const outer = 'BEGIN:VCARD\nVERSION:2.1\nN:B\nAGENT:\nBEGIN:VCARD\nN:C\nEND:VCARD\nTEL:1\nEND:VCARD\n';
  expect(cards(outer + A)).toEqual([outer, A]);
  const cut = 'BEGIN:VCARD\nVERSION:3.0\nFN:Cut\n';
  expect(cards(cut + A + cut)).toEqual([cut, A, cut]);
  expect(cards('BEGIN:VCARD\nNOTE:x\n BEGIN:VCARD\nEND:VCARD\n')).toHaveLength(1);
});

test('every card of a large file is found as it is', () => {
  // What stands around a card, and how the file is written, belong to no card.
  const single = corpus.filter(
    ([name]) => !/mark|UTF-16|with CR$|other text|CR CR LF/.test(name) && name !== 'Old Mac',
  );
  expect(splitCards(Buffer.concat(single.map(([, card]) => card)))).toEqual(single.map(([, card]) => card));
});

test('no more cards are split than a mailbox may have, and one', () => {
  const file = 'BEGIN:VCARD\nEND:VCARD\n'.repeat(LIMITS.contactsPerMailbox + 10);
  expect(splitCards(Buffer.from(file))).toHaveLength(LIMITS.contactsPerMailbox + 1);
});
