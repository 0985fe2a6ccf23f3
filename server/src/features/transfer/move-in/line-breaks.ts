/** How often the line may break at a message that is asked for alone, until it is refused. */
const BREAKS_AT_ONE = 2;

export type LineBreaks = {
  /** The line broke when these were asked for. */
  note(folderId: string, uidValidity: number, uids: number[], alone: boolean): void;
  /** How often it broke at a message that was asked for alone, in all. */
  breaksAtOne(): number;
  /** In the order in which to ask: what it never broke at, and alone what it did. */
  order(folderId: string, uidValidity: number, uids: number[]): { together: number[]; alone: number[] };
  isRefused(folderId: string, uidValidity: number, uid: number): boolean;
};

/** Remembers over the passes where the line broke: one message must not keep out what comes after it for ever. */
export function rememberLineBreaks(): LineBreaks {
  /** How often it broke at each when it was asked for alone. */
  const times = new Map<string, number>();
  let breaksAtOne = 0;
  const keyOf = (folderId: string, uidValidity: number, uid: number) => `${folderId} ${uidValidity} ${uid}`;
  const timesOf = (folderId: string, uidValidity: number, uid: number) =>
    times.get(keyOf(folderId, uidValidity, uid));
  return {
    note(folderId, uidValidity, uids, alone) {
      if (alone) breaksAtOne += uids.length;
      for (const uid of uids) {
        const before = timesOf(folderId, uidValidity, uid) ?? 0;
        times.set(keyOf(folderId, uidValidity, uid), alone ? before + 1 : before);
      }
    },
    breaksAtOne: () => breaksAtOne,
    order(folderId, uidValidity, uids) {
      const known = (uid: number) => timesOf(folderId, uidValidity, uid);
      return {
        together: uids.filter((uid) => known(uid) === undefined),
        alone: uids
          .filter((uid) => known(uid) !== undefined)
          .sort((a, b) => (known(a) as number) - (known(b) as number) || a - b),
      };
    },
    isRefused: (folderId, uidValidity, uid) => (timesOf(folderId, uidValidity, uid) ?? 0) >= BREAKS_AT_ONE,
  };
}
