/** What is read for each step, in their order; the next one is read while the reader works on this one. */
export async function* oneAhead<Step, Found>(
  steps: Iterable<Step>,
  read: (step: Step) => Promise<Found>,
): AsyncGenerator<Found> {
  const coming: Promise<Found>[] = [];
  for (const step of steps) {
    const found = await Promise.all(coming.splice(0));
    const next = read(step);
    // Its failure is told when its turn comes, if the reader has not left before.
    next.catch(() => undefined);
    coming.push(next);
    yield* found;
  }
  yield* await Promise.all(coming);
}
