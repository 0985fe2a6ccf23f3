const TAB = 'bocau.tab';

/** The same over a reload, another one in each tab. */
export function tabId(): string {
  const known = sessionStorage.getItem(TAB);
  if (known !== null) return known;
  const fresh = crypto.randomUUID();
  sessionStorage.setItem(TAB, fresh);
  return fresh;
}
