/** What a card or an event says, by its note; null where it is not there. */
export type Said = string | null;
type Edit = { said: Said; isClear: boolean };

/** What was done to things since both sides were equal, and what they may say when they are equal again. */
export type Ledger = {
  /** `isClear` is false where the answer was lost: it may be done or not. */
  edited(side: 'web' | 'files', thing: string, said: Said, isClear?: boolean): void;
  /** What is not allowed, in words; afterwards what is found is what the next edits begin from. */
  judge(found: ReadonlyMap<string, string>, calm: boolean): string[];
  things(): string[];
};

export function openLedger(): Ledger {
  let before = new Map<string, string>();
  const edits = { web: new Map<string, Edit[]>(), files: new Map<string, Edit[]>() };

  /**
   * Of edits of both sides the web's wins, and an edit wins over a deletion. Where a synchronization was killed, the
   * program may have brought an edit over and not know so: then any of them may win.
   */
  function allowed(thing: string, calm: boolean): Said[] {
    const [web, files] = [edits.web.get(thing) ?? [], edits.files.get(thing) ?? []];
    const base = before.get(thing) ?? null;
    if (web.length === 0 || files.length === 0) return lastOf(base, web.length === 0 ? files : web);
    if (!calm)
      return [...lastOf(base, web), ...web.map(({ said }) => said), ...files.map(({ said }) => said)];
    const [ours, theirs] = [web.at(-1)?.said ?? null, files.at(-1)?.said ?? null];
    return [ours ?? theirs];
  }

  return {
    edited(side, thing, said, isClear = true) {
      edits[side].set(thing, [...(edits[side].get(thing) ?? []), { said, isClear }]);
    },
    judge(found, calm) {
      const things = new Set([...before.keys(), ...edits.web.keys(), ...edits.files.keys(), ...found.keys()]);
      const faults = [...things].flatMap((thing) => {
        const said = found.get(thing) ?? null;
        const may = allowed(thing, calm);
        return may.includes(said)
          ? []
          : [`${thing} says ${said}, not ${[...new Set(may)].map(String).join(' or ')}`];
      });
      before = new Map(found);
      for (const side of [edits.web, edits.files]) side.clear();
      return faults;
    },
    things: () => [...before.keys()],
  };
}

/** The last that is clear, and what is unclear since. */
function lastOf(base: Said, edits: Edit[]): Said[] {
  const clear = edits.findLastIndex(({ isClear }) => isClear);
  return [clear < 0 ? base : (edits[clear]?.said ?? null), ...edits.slice(clear + 1).map(({ said }) => said)];
}
