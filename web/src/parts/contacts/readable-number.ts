/** A number as people here read it; one that is of another country, or none, as it was written. */
export function readableNumber(written: string, international: string | null): string {
  const [, digits] = /^\+84(\d{8,10})$/.exec(international ?? '') ?? [];
  if (digits === undefined) return written;
  // Of Hanoi and Ho Chi Minh City.
  if (/^2[48]\d{8}$/.test(digits)) return `0${digits.slice(0, 2)} ${digits.slice(2, 6)} ${digits.slice(6)}`;
  const [area, middle, end] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return `0${area} ${middle} ${end}`;
}
