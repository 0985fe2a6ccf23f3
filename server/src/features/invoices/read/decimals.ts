/** Decimal numbers as integers of 10^-8: sums of money are never floats. */
const PLACES = 8;
const ONE = 10n ** BigInt(PLACES);
const LONGEST = 20;

/**
 * A number as it stands in a file, in canonical form; null where none can be read. The format has points as decimal marks; some
 * programs write them as people do, with commas or with marks between thousands.
 */
export function readDecimal(text: string): string | null {
  const tight = text.replace(/[\s_]/g, '');
  const sign = /^-|^\(.*\)$/.test(tight) ? '-' : '';
  const digits = tight.replace(/^[-+(]|\)$/g, '');
  if (!/^\d[\d.,]*$/.test(digits)) return null;
  const plain = withoutThousands(digits);
  const match = /^(\d+)(?:\.(\d*))?$/.exec(plain ?? '');
  if (match === null) return null;
  const whole = (match[1] as string).replace(/^0+(?=\d)/, '');
  const part = (match[2] ?? '').slice(0, PLACES).replace(/0+$/, '');
  if (whole.length > LONGEST) return null;
  const value = part === '' ? whole : `${whole}.${part}`;
  return value === '0' ? '0' : sign + value;
}

function withoutThousands(digits: string): string | null {
  const commas = digits.split(',').length - 1;
  const points = digits.split('.').length - 1;
  if (commas === 0 && points <= 1) return digits;
  if (commas > 0 && points > 0) {
    const decimal = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
    const other = decimal === ',' ? '.' : ',';
    if (digits.split(decimal).length > 2) return null;
    return digits.replaceAll(other, '').replace(decimal, '.');
  }
  const mark = commas > 0 ? ',' : '.';
  // Several, or one before three digits, part thousands; but 0,125 is a fraction.
  const isGrouped = new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`).test(digits);
  if (isGrouped) return digits.replaceAll(mark, '');
  return commas === 1 ? digits.replace(',', '.') : null;
}

/** Of a number in canonical form. */
export function scaled(decimal: string): bigint {
  const isNegative = decimal.startsWith('-');
  const [whole = '0', part = ''] = decimal.replace('-', '').split('.');
  const value = BigInt(whole) * ONE + BigInt(part.padEnd(PLACES, '0'));
  return isNegative ? -value : value;
}

export function decimalOf(value: bigint): string {
  const positive = value < 0n ? -value : value;
  const part = String(positive % ONE)
    .padStart(PLACES, '0')
    .replace(/0+$/, '');
  const text = part === '' ? String(positive / ONE) : `${positive / ONE}.${part}`;
  return value < 0n ? `-${text}` : text;
}

export function times(a: bigint, b: bigint): bigint {
  return (a * b) / ONE;
}

/** `count` units of the last place that a currency is rounded to. */
export function units(count: number, places: number): bigint {
  return BigInt(count) * 10n ** BigInt(PLACES - places);
}

export function isNear(a: bigint, b: bigint, tolerance: bigint): boolean {
  const difference = a - b;
  return difference <= tolerance && -difference <= tolerance;
}
