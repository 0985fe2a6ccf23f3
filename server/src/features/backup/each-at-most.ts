/** Works on what comes, with at most so many under way. The first failure ends it, when none is under way any more. */
export async function eachAtMost<Item>(
  atMost: number,
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  for await (const item of items) {
    const one: Promise<void> = work(item)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => underWay.delete(one));
    underWay.add(one);
    if (underWay.size >= atMost) await Promise.race(underWay);
    if (failure) break;
  }
  await Promise.all(underWay);
  if (failure) throw (failure as { error: unknown }).error;
}
