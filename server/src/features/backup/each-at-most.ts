/**
 * Processes items with a limit of concurrency. The first failure, also of the source, is thrown once all
 * running ones have finished.
 */
export async function eachAtMost<Item>(
  atMost: number,
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const note = (error: unknown) => void failures.push(error);
  async function begin(): Promise<void> {
    for await (const item of items) {
      const one: Promise<void> = work(item)
        .catch(note)
        .finally(() => underWay.delete(one));
      underWay.add(one);
      if (underWay.size >= atMost) await Promise.race(underWay);
      if (failures.length > 0) return;
    }
  }
  await begin().catch(note);
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
}
