/** Lets so many of one key run at a time; the others wait their turn. */
export type Turns = { take(key: number): Promise<() => void> };

export function createTurns(atOnce: number): Turns {
  const running = new Map<number, { count: number; waiting: (() => void)[] }>();

  function release(key: number): void {
    const state = running.get(key);
    if (!state) return;
    const next = state.waiting.shift();
    if (next) next();
    else state.count -= 1;
    if (state.count === 0) running.delete(key);
  }

  return {
    async take(key) {
      const state = running.get(key) ?? { count: 0, waiting: [] };
      running.set(key, state);
      if (state.count < atOnce) state.count += 1;
      else await new Promise<void>((resolve) => state.waiting.push(resolve));
      let over = false;
      return () => {
        if (!over) release(key);
        over = true;
      };
    },
  };
}
