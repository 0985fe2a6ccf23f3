const TAB = 'bocau.tab';

/** Stays the same over a reload, and differs between tabs. */
export function tabId(): string {
  const known = sessionStorage.getItem(TAB);
  if (known !== null) return known;
  const fresh = crypto.randomUUID();
  sessionStorage.setItem(TAB, fresh);
  return fresh;
}
