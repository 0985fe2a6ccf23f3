const MOST = 5;
let texts: readonly string[] = [];

/** What was searched for in this visit, as it was typed, the latest first; nothing of it is kept on the device. */
export const recentSearches = (): readonly string[] => texts;

export function recordSearch(text: string): void {
  if (text) texts = [text, ...texts.filter((one) => one !== text)].slice(0, MOST);
}

/** What was searched for is nothing for whoever signs in next. */
export function forgetSearches(): void {
  texts = [];
}
