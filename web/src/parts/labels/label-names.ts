/** The last part of a nested name. */
export function leafOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** The whole name, for places where the nesting is not visible. */
export function labelPathWords(name: string): string {
  return name.split('/').join(' › ');
}

/** Normalised as the server stores it: composed accents, single spaces, none around slashes. */
export function plainLabelName(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .split('/')
    .map((part) => part.replace(/\s+/gu, ' ').trim())
    .join('/');
}
