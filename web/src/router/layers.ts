import type { Entries, Kept } from './history.ts';

/**
 * Opens something that covers the page (a drawer, a dialog, a full window) and that the Back button closes.
 */
export type OpenLayer = (close: () => void, stays?: () => boolean) => () => void;

type Place = { base: number; depth: number };
type KeptLayer = Kept & { layer?: number };

/**
 * History entries that also cover layers. An opening layer gets an entry of its own above the page's, so that
 * the Back button stays on the page and closes it. When it is closed in another way its entry stays: the next
 * layer or page replaces it, and the Back button skips it. So no entry is ever removed while something else
 * happens.
 */
export function withLayers(entries: Entries): Entries & { openLayer: OpenLayer } {
  const open: { close(): void; stays(): boolean }[] = [];
  const waiting: (() => void)[] = [];
  let here = placeOf(entries);
  /** What to do once the browser has reached the entry that it is moving to. */
  let arrive: (() => void) | null = null;
  /** The router reverts a blocked step. */
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

  /** Adds an entry for each open layer that has none. */
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
    // A layer that stays gets its entry again, and protects the layers below it.
    const lowest = above.findLastIndex((layer) => layer.stays());
    open.push(...above.slice(0, lowest + 1));
    for (const layer of above.slice(lowest + 1).reverse()) layer.close();
    // No layer was open any more, so the user means the previous page.
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
