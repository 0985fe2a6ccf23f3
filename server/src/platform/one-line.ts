/** Makes text from others safe for a log line: without control characters, and bounded. */
export function oneLine(text: string, longest: number): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longest);
}
