import { scanXml } from '../../../platform/documents/scan-xml.ts';

export type CellFormat = 'plain' | 'grouped' | 'percent' | 'date' | 'date_time' | 'time' | DigitPlaces;
/** Of numbers that are names, as of telephones: a place of each digit, `0` or `#`, and what stands between them. */
type DigitPlaces = readonly string[];

/** Formats that workbooks don't spell out (ECMA-376, 18.8.30). */
const BUILT_IN: Record<number, CellFormat> = {
  ...{ 3: 'grouped', 4: 'grouped', 37: 'grouped', 38: 'grouped', 39: 'grouped', 40: 'grouped' },
  ...{ 9: 'percent', 10: 'percent', 14: 'date', 15: 'date', 16: 'date', 17: 'date', 22: 'date_time' },
  ...{ 18: 'time', 19: 'time', 20: 'time', 21: 'time' },
};
/** What is quoted or escaped in a format is text. */
const LITERAL = /"[^"]*"|\\.|\[[^\]]*\]/g;
const PLACES_ONLY = /^[0#\s()/-]*$/;
const PLACE_OR_LITERAL = /"([^"]*)"|\\(.)|\[[^\]]*\]|([\s\S])/g;

/** The format of each style of cells, by its number. */
export function cellFormats(xml: string): CellFormat[] {
  const written = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let inCells = false;
  scanXml(xml, {
    text() {},
    tag({ name, isEnd, attribute }) {
      if (name === 'numFmt' && !isEnd) {
        written.set(Number(attribute('numFmtId')), formatOf(attribute('formatCode') ?? ''));
      } else if (name === 'cellXfs') inCells = !isEnd;
      else if (name === 'xf' && !isEnd && inCells) {
        const id = Number(attribute('numFmtId') ?? 0);
        formats.push(written.get(id) ?? BUILT_IN[id] ?? 'plain');
      }
    },
  });
  return formats;
}

function formatOf(code: string): CellFormat {
  const plain = code.replace(LITERAL, '').toLowerCase();
  const hasDay = /[yd]/.test(plain);
  const hasHour = /[hs]/.test(plain);
  if (hasDay) return hasHour ? 'date_time' : 'date';
  if (hasHour) return 'time';
  if (plain.includes('%')) return 'percent';
  if (/[#0],[#0]/.test(plain)) return 'grouped';
  // What follows is for negative numbers.
  const [ofPositive = ''] = code.split(';');
  const isOfDigits =
    PLACES_ONLY.test(ofPositive.replace(LITERAL, '')) && /0.*0/.test(ofPositive.replace(LITERAL, ''));
  return isOfDigits ? placesOf(ofPositive) : 'plain';
}

function isPlaces(format: CellFormat): format is DigitPlaces {
  return typeof format !== 'string';
}

function placesOf(code: string): DigitPlaces {
  return [...code.matchAll(PLACE_OR_LITERAL)].map(
    ([, quoted, escaped, other]) => quoted ?? escaped ?? other ?? '',
  );
}

/** Digits from the last place on; those for which there is no place stand before the first one. */
function inPlaces(digits: string, places: DigitPlaces): string {
  let left = digits;
  let shown = '';
  for (const [at, place] of [...places.entries()].reverse()) {
    if (place !== '0' && place !== '#') {
      shown = place + shown;
      continue;
    }
    const isFirst = !places.slice(0, at).some((other) => other === '0' || other === '#');
    const digit = isFirst ? left : left.slice(-1);
    shown = (digit === '' && place === '0' ? '0' : digit) + shown;
    left = isFirst ? '' : left.slice(0, -1);
  }
  return shown;
}

/** Days from 1899-12-30, as spreadsheets count them, to 1970. */
const DAYS_BEFORE_1970 = 25_569;
const DAYS_OF_1904 = 1_462;
const DAY_SECONDS = 86_400;
const LAST_DAY = 2_958_466;

/** A number as people in Vietnam read it in their sheet. */
export function shownNumber(text: string, format: CellFormat, is1904: boolean): string {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return text;
  if (format === 'grouped') return new Intl.NumberFormat('vi', { maximumFractionDigits: 6 }).format(number);
  if (format === 'percent') {
    return `${new Intl.NumberFormat('vi', { maximumFractionDigits: 4 }).format(number * 100)}%`;
  }
  if (isPlaces(format)) return /^\d+$/.test(text) ? inPlaces(text, format) : text;
  // What binary fractions add: 0.1 + 0.2 is shown as 0.3.
  if (format === 'plain') return /[eE]|\.\d{10,}/.test(text) ? String(Number(number.toPrecision(15))) : text;
  if (number < 0 || number >= LAST_DAY) return text;
  return shownTime(number + (is1904 ? DAYS_OF_1904 : 0), format);
}

function shownTime(days: number, format: 'date' | 'date_time' | 'time'): string {
  const seconds = Math.round((days - DAYS_BEFORE_1970) * DAY_SECONDS);
  const iso = new Date(seconds * 1000).toISOString();
  const day = iso.slice(0, 10).split('-').reverse().join('/');
  const time = iso.slice(11, 16);
  if (format === 'date') return day;
  return format === 'time' ? time : `${day} ${time}`;
}
