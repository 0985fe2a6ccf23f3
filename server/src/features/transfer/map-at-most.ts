/** Maps with a limit of concurrency; results are in the order of the items. The first failure ends it. */
export async function mapAtMost<Item, Result>(
  atMost: number,
  items: Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  const left = items.entries();
  async function keepWorking(): Promise<void> {
    for (const [index, item] of left) results[index] = await work(item, index);
  }
  await Promise.all(Array.from({ length: Math.min(atMost, items.length) }, keepWorking));
  return results;
}
