import type { Span } from './find-in-page.ts';

const ALL = 'found-in-file';
const CURRENT = 'found-in-file-now';

/**
 * Highlights hits in the text of a page, where the browser can do so without changing the DOM; returns a
 * function that removes them.
 */
export function markSpans(
  runs: readonly HTMLElement[],
  spans: readonly Span[],
  current: Span | undefined,
): () => void {
  const registry = globalThis.CSS?.highlights;
  if (!registry || spans.length === 0) return () => undefined;
  const marked = spans.flatMap((span) => {
    const range = rangeOf(runs, span);
    return range ? [{ range, name: span === current ? CURRENT : ALL }] : [];
  });
  for (const { range, name } of marked) {
    if (!registry.has(name)) registry.set(name, new Highlight());
    registry.get(name)?.add(range);
  }
  return () => {
    for (const { range, name } of marked) registry.get(name)?.delete(range);
  };
}

function rangeOf(runs: readonly HTMLElement[], { from, to }: Span): Range | null {
  const [first, last] = [runs[from.run]?.firstChild, runs[to.run]?.firstChild];
  if (!first || !last) return null;
  const range = new Range();
  range.setStart(first, Math.min(from.at, first.textContent?.length ?? 0));
  range.setEnd(last, Math.min(to.at, last.textContent?.length ?? 0));
  return range;
}
