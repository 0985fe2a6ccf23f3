import { LIMITS } from '@bocau/contract/limits.ts';
import { expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { growthOf, isTooSteep } from '../../test-kit/processor-cost.ts';
import { CardFault } from './card-fault.ts';
import { convertCard } from './convert-card.ts';
import { corpus } from './corpus/corpus.ts';
import { editCard } from './edit-card.ts';
import { sortNames, splitName } from './names.ts';
import { toE164 } from './phone-numbers.ts';
import { readCard } from './read-card.ts';
import { scanCard } from './scan-card.ts';
import { splitCards } from './split-cards.ts';

const card = (...lines: string[]) =>
  Buffer.from(['BEGIN:VCARD', 'VERSION:3.0', 'FN:A', ...lines, 'END:VCARD', ''].join('\n'));
const HARMLESS_MICROSECONDS = 20_000;
/** Four times as much is as much as a card may have. */
const SIZE = 20_000;

const HOSTILE: [string, (size: number) => Buffer][] = [
  ['folded lines', (size) => card(`NOTE:a${'\n b'.repeat(size)}`)],
  ['folded lines of a head', (size) => card(`NOTE${'\n ;a=b'.repeat(size)}`, ' :x')],
  ['soft breaks', (size) => card(`NOTE;ENCODING=QUOTED-PRINTABLE:${'a=\n'.repeat(size)}`)],
  ['lines of base64', (size) => card(`PHOTO;ENCODING=b:${'\nYWJj'.repeat(size)}`)],
  ['semicolons in a head', (size) => card(`N${';'.repeat(size * 4)}:x`)],
  ['semicolons in a value', (size) => card(`N:${';'.repeat(size * 4)}`, `ADR:${';'.repeat(size)}`)],
  ['commas', (size) => card(`CATEGORIES:${'a,'.repeat(size)}`, `NICKNAME:${','.repeat(size)}`)],
  ['names of lists', (size) => card(`CATEGORIES:${Array.from({ length: size }, (_, at) => at).join(',')}`)],
  ['backslashes', (size) => card(`NOTE:${'\\'.repeat(size * 4)}`, `N:${'\\;'.repeat(size)}`)],
  ['quotes', (size) => card(`TEL;TYPE="${'a"b'.repeat(size)}:1`, `TEL;TYPE=${'"'.repeat(size)}:1`)],
  ['an unterminated quote', (size) => card(`TEL;TYPE="${'a;b:c'.repeat(size)}`)],
  ['types', (size) => card(`TEL;TYPE=${'work,'.repeat(size)}:1`, `TEL${';HOME'.repeat(size)}:1`)],
  ['spaces', (size) => card(`FN:${' '.repeat(size * 4)}x`, `TEL: ${' '.repeat(size)}`)],
  ['line breaks', (size) => card('\r'.repeat(size * 4), '\n'.repeat(size * 4), '\r\n'.repeat(size))],
  ['NUL', (size) => card(`NOTE:${'\0'.repeat(size * 4)}`, '\0'.repeat(size))],
  ['hidden characters', (size) => card(`NOTE:${'\u200d'.repeat(size)}`, `FN:${'\u202e'.repeat(size)}`)],
  ['equals signs', (size) => card(`NOTE;ENCODING=QUOTED-PRINTABLE:${'='.repeat(size * 4)}x`)],
  [
    'bytes of no charset',
    (size) => Buffer.from(card(`NOTE:${'\x9d'.repeat(size * 4)}`).toString(), 'latin1'),
  ],
  ['a data: URI', (size) => card(`PHOTO:data:${';'.repeat(size)}base64,${'A'.repeat(size * 4)}`)],
  ['digits', (size) => card(`TEL:${'1'.repeat(size * 4)}`, `BDAY:${'1'.repeat(size * 4)}`)],
];

test.each(HOSTILE)('many %s are answered in linear time', async (_, make) => {
  const work = (source: Buffer) => {
    const parts = splitCards(source);
    for (const part of parts) {
      try {
        const { fields } = readCard(part);
        editCard(part, { notes: 'new', given_name: 'new', lists: ['new'], phones: [], full_name: 'new' });
        convertCard(part, '4.0');
        sortNames(fields);
      } catch (error) {
        if (!(error instanceof CardFault)) throw error;
      }
    }
  };
  expect(make(4 * SIZE).length).toBeLessThan(LIMITS.contactCardBytes);
  const growth = await growthOf(make, SIZE, work, (each) => isTooSteep(each, HARMLESS_MICROSECONDS));
  expect(isTooSteep(growth, HARMLESS_MICROSECONDS), JSON.stringify(growth)).toBe(false);
});

test.each([
  ['words', (size: number) => 'Nguyễn '.repeat(size)],
  ['syllables', (size: number) => 'a'.repeat(size)],
  ['commas', (size: number) => ','.repeat(size)],
  ['brackets', (size: number) => ' ('.repeat(size)],
])('names of many %s, and numbers, are answered in linear time', async (_, make) => {
  const work = (text: string) => {
    splitName(text);
    sortNames({ full_name: text });
    sortNames({ family_name: text, given_name: text });
    toE164(text);
  };
  const growth = await growthOf(make, 20_000, work, (each) => isTooSteep(each, HARMLESS_MICROSECONDS));
  expect(isTooSteep(growth, HARMLESS_MICROSECONDS), JSON.stringify(growth)).toBe(false);
});

test('a card with any bytes changed is read, or refused as one', () => {
  const random = prng('hostile-cards');
  for (const [, source] of corpus) {
    for (let round = 0; round < 20; round += 1) {
      const spoilt = Buffer.from(source);
      for (let byte = random.int(1, 8); byte > 0; byte -= 1) {
        spoilt[random.int(0, spoilt.length - 1)] = random.pick([
          0, 9, 10, 13, 32, 34, 44, 58, 59, 61, 92, 128, 255,
        ]);
      }
      try {
        const { fields } = readCard(spoilt);
        expect(editCard(spoilt, fields).equals(spoilt)).toBe(true);
        if (fields.phones.length < 100 && fields.emails.length < 100) {
          const edited = editCard(spoilt, { phones: [{ label: 'home', value: '0912' }], notes: 'Mới' });
          // Bytes of no charset are guessed by all of them, and fewer are left.
          if (scanCard(edited).charset !== scanCard(spoilt).charset) continue;
          expect(readCard(edited).fields).toEqual({
            ...fields,
            phones: [{ label: 'home', value: '0912' }],
            notes: 'Mới',
          });
        }
        readCard(convertCard(spoilt, '4.0'));
        readCard(convertCard(spoilt, '3.0'));
      } catch (error) {
        if (!(error instanceof CardFault)) throw error;
      }
    }
  }
});
