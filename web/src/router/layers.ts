import type { Entries, Kept } from './history.ts';

/** What lies over the page (a drawer, a dialog, a window that covers it) and goes when one goes back. */
export type OpenLayer = (close: () => void, stays?: () => boolean) => () => void;

type Place = { base: number; depth: number };
type KeptLayer = Kept & { layer?: number };

/**
 * Entries of a history that also knows layers. A layer that opens gets an entry of its own above the page's, so that
 * going back stays on the page and closes it. When it is closed otherwise its entry stays: the next layer or page takes
 * its place, and going back passes over it. So nothing is taken back while something else happens.
 */
export function withLayers(entries: Entries): Entries & { openLayer: OpenLayer } {
  const open: { close(): void; stays(): boolean }[] = [];
  const waiting: (() => void)[] = [];
  let here = placeOf(entries);
  /** What is to be done at the entry that the browser is on its way to. */
  let arrive: (() => void) | null = null;
  /** The router takes back a step that was not allowed. */
  let returning = false;
  let tellGone = () => {};

  function inTurn(step: () => void): void {
    if (arrive) waiting.push(step);
    else step();
  }

  function at(by: number, then: () => void): void {
    if (by !== 0) {
      arrive = then;
      entries.go(by);
    } else then();
  }

  /** An entry for each open layer that has none. */
  function fill(): void {
    if (arrive || returning) return;
    const { address, kept } = entries.current();
    while (here.depth < open.length) {
      here = { base: here.base, depth: here.depth + 1 };
      const entry: KeptLayer = {
        ...(kept as Kept | null),
        state: (kept as Kept | null)?.state ?? null,
        index: here.base + here.depth,
        layer: here.depth,
      };
      entries.push(address, entry);
    }
  }

  function closeAbove(depth: number): void {
    const above = open.splice(open.length > depth ? depth : -1);
    // One that stays gets an entry again, and what lies below it is not reached.
    const lowest = above.findLastIndex((layer) => layer.stays());
    open.push(...above.slice(0, lowest + 1));
    for (const layer of above.slice(lowest + 1).reverse()) layer.close();
    // Nothing was over the page any more: whoever goes back means the page before.
    if (above.length === 0) entries.go(-depth - 1);
  }

  function written(): void {
    here = placeOf(entries);
    entries.soon(fill);
  }

  entries.onGone(() => {
    const from = here;
    here = placeOf(entries);
    returning = false;
    if (arrive) {
      const then = arrive;
      arrive = null;
      then();
      while (!arrive && waiting.length > 0) waiting.shift()?.();
    } else if (here.base !== from.base) tellGone();
    else if (here.depth < from.depth) closeAbove(here.depth);
    if (open.length > here.depth) entries.soon(fill);
  });

  return {
    soon: entries.soon,
    current() {
      const { address, kept } = entries.current();
      const { state = null } = (kept ?? {}) as Partial<Kept>;
      return { address, kept: { index: placeOf(entries).base, state } };
    },
    push(address, kept) {
      inTurn(() =>
        at(Math.min(0, 1 - here.depth), () => {
          if (here.depth > 0) entries.replace(address, kept);
          else entries.push(address, kept);
          written();
        }),
      );
    },
    replace(address, kept) {
      inTurn(() =>
        at(-here.depth, () => {
          entries.replace(address, kept);
          written();
        }),
      );
    },
    go(by) {
      inTurn(() => {
        returning = by > 0;
        entries.go(by < 0 ? by - here.depth : by);
      });
    },
    onGone(listener) {
      tellGone = listener;
    },
    openLayer(close, stays = () => false) {
      const layer = { close, stays };
      open.push(layer);
      inTurn(fill);
      return () => {
        const index = open.indexOf(layer);
        if (index >= 0) open.splice(index, 1);
      };
    },
  };
}

function placeOf(entries: Entries): Place {
  const { index = 0, layer = 0 } = (entries.current().kept ?? {}) as Partial<KeptLayer>;
  return { base: index - layer, depth: layer };
}
