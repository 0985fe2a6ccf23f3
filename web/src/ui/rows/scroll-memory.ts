const offsets = new Map<string, number>();
const REMEMBERED = 30;

/** Remembers the scroll position of a list, for coming back to it. */
export function rememberScroll(pageKey: string, offset: number): void {
  offsets.delete(pageKey);
  offsets.set(pageKey, offset);
  const [oldest] = offsets.keys();
  if (offsets.size > REMEMBERED && oldest !== undefined) offsets.delete(oldest);
}

export function recallScroll(pageKey: string): number {
  return offsets.get(pageKey) ?? 0;
}
