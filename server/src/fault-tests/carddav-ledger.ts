/** What a card says, by its note; null where it is not there. */
export type Said = string | null;
type Edit = { said: Said; isClear: boolean };

/** What was done to cards since both sides were equal, and what they may say when they are equal again. */
export type Ledger = {
  /** `isClear` is false where the answer was lost: it may be done or not. */
  edited(side: 'web' | 'files', card: string, said: Said, isClear?: boolean): void;
  /** What is not allowed, in words; afterwards what is found is what the next edits begin from. */
  judge(found: ReadonlyMap<string, string>, calm: boolean): string[];
  cards(): string[];
};

export function openLedger(): Ledger {
  let before = new Map<string, string>();
  const edits = { web: new Map<string, Edit[]>(), files: new Map<string, Edit[]>() };

  /**
   * Of edits of both sides the web's wins, and an edit wins over a deletion. Where a synchronization was killed, the
   * program may have brought an edit over and not know so: then any of them may win.
   */
  function allowed(card: string, calm: boolean): Said[] {
    const [web, files] = [edits.web.get(card) ?? [], edits.files.get(card) ?? []];
    const base = before.get(card) ?? null;
    if (web.length === 0 || files.length === 0) return lastOf(base, web.length === 0 ? files : web);
    if (!calm)
      return [...lastOf(base, web), ...web.map(({ said }) => said), ...files.map(({ said }) => said)];
    const [ours, theirs] = [web.at(-1)?.said ?? null, files.at(-1)?.said ?? null];
    return [ours ?? theirs];
  }

  return {
    edited(side, card, said, isClear = true) {
      edits[side].set(card, [...(edits[side].get(card) ?? []), { said, isClear }]);
    },
    judge(found, calm) {
      const cards = new Set([...before.keys(), ...edits.web.keys(), ...edits.files.keys(), ...found.keys()]);
      const faults = [...cards].flatMap((card) => {
        const said = found.get(card) ?? null;
        const may = allowed(card, calm);
        return may.includes(said)
          ? []
          : [`${card} says ${said}, not ${[...new Set(may)].map(String).join(' or ')}`];
      });
      before = new Map(found);
      for (const side of [edits.web, edits.files]) side.clear();
      return faults;
    },
    cards: () => [...before.keys()],
  };
}

/** The last that is clear, and what is unclear since. */
function lastOf(base: Said, edits: Edit[]): Said[] {
  const clear = edits.findLastIndex(({ isClear }) => isClear);
  return [clear < 0 ? base : (edits[clear]?.said ?? null), ...edits.slice(clear + 1).map(({ said }) => said)];
}
