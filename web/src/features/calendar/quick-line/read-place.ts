import { type Line, TAKEN } from './read-spans.ts';
import { tidy } from './title-of.ts';

/** `phong van` and its like are no rooms, nor is a man called Phong. */
const NO_ROOM = '(?:van|canh|cach|tuc|trao|bi|ba|thanh|chong)';

/** CL-338: behind a place come the people. */
const PEOPLE = /\s(?:với|cùng|with)\s+(?=[^\s\0])/u;
const PLAIN_PEOPLE = /\s(?:với|voi|cùng|cung|with)\s+(?=[^\s\0])/u;

type Place = { at: number; skip: number };

/** What follows `tại`, `ở`, `at` or `@`, and rooms by their word. */
export function readPlace(line: Line): string {
  const written = line.rest();
  const places = [
    ...saidWith(line),
    ...matches(written, /(?<=\s)(?:ở|Ở) (?=\p{Lu}|phòng|room|nhà|quán)/gu, true),
    ...(line.isEnglish
      ? matches(written, /(?<=(?<!check|sign|log|move)\s)in (?=\p{Lu}|room|the (?!sun))/gu, true)
      : []),
    ...roomsOf(line, written),
  ].sort((one, other) => one.at - other.at);
  const [first] = places;
  if (!first) return '';
  const from = first.at + first.skip;
  // A place ends where a time was taken out.
  const end = written.indexOf(TAKEN, from);
  const said = written.slice(from, end === -1 ? undefined : end);
  const people = said.search(line.isAccented ? PEOPLE : PLAIN_PEOPLE);
  const place = people === -1 ? said : said.slice(0, people);
  line.cut(first.at, from + place.length);
  // `phòng A lúc` ends before its time.
  return tidy(end === -1 || people !== -1 ? place : place + TAKEN);
}

function saidWith(line: Line): Place[] {
  const said = line.find(
    String.raw`(?:tại|at)(?= (?!(?:sao|vì|chỗ|nạn|họa|nan)(?!\p{L}))[^\s\0])`,
    // Those who put accents mean an ear.
    ({ 0: word }) => word !== 'tai' || !line.isAccented,
  );
  const sign = matches(line.rest(), /(?<![\p{L}\p{N}])@ ?(?=[^\s\0])/gu, true);
  return said ? [{ at: said.index ?? 0, skip: said[0].length + 1 }, ...sign] : sign;
}

function roomsOf(line: Line, written: string): Place[] {
  const rooms = matches(
    written,
    /(?<![\p{L}\p{N}]|trưởng |phó |văn )(?:phòng|room|hội trường|(?:quán|nhà hàng)(?= \p{Lu})) (?=\S)/giu,
    false,
  );
  const plain = line.isAccented
    ? []
    : matches(written, new RegExp(`(?<![\\p{L}\\p{N}])phong (?!${NO_ROOM}(?!\\p{L}))(?=\\S)`, 'gu'), false);
  return [...rooms, ...plain].filter(({ at }) => at > 0);
}

function matches(written: string, pattern: RegExp, isWordTaken: boolean): Place[] {
  return [...written.matchAll(pattern)].map(({ index, 0: word }) => ({
    at: index,
    skip: isWordTaken ? word.length : 0,
  }));
}
