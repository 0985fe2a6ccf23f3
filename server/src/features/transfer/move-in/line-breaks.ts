/** How often the connection may break at a message fetched alone, until it is refused. */
const BREAKS_AT_ONE = 2;

export type LineBreaks = {
  /** The connection broke when these were requested. */
  note(folderId: string, uidValidity: number, uids: number[], alone: boolean): void;
  /** The total of breaks at messages fetched alone. */
  breaksAtOne(): number;
  /** The order of fetching: messages that never broke it first, then the others one at a time. */
  order(folderId: string, uidValidity: number, uids: number[]): { together: number[]; alone: number[] };
  isRefused(folderId: string, uidValidity: number, uid: number): boolean;
};

/** Remembers across passes where the connection broke: one message must not block those after it forever. */
export function rememberLineBreaks(): LineBreaks {
  /** How often it broke at each message fetched alone. */
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
