export const MB = 1024 * 1024;

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** In KB, MB, GB or TB with one decimal, in the page's language; a size above zero is never shown as zero. */
export function readableSize(bytes: number): string {
  let value = bytes === 0 ? 0 : Math.max(bytes / 1024, 0.1);
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const figure = value.toFixed(1);
  return `${comma() ? figure.replace('.', ',') : figure} ${UNITS[unit]}`;
}

function comma(): boolean {
  return typeof document !== 'undefined' && document.documentElement.lang === 'vi';
}
