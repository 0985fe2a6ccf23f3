/** What others wrote, as it may stand in a log: without control characters, and of a length. */
export function oneLine(text: string, longest: number): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longest);
}
