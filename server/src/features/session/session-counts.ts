/** How many connections of mail programs each mailbox has in this process. */
export type SessionCounts = {
  /** Null where there are as many as may be; else how to leave again. */
  enter(mailboxId: number): (() => void) | null;
};

/** Thunderbird opens five, and a person has several devices. */
const SESSIONS_A_PERSON = 15;

export function createSessionCounts(): SessionCounts {
  const counts = new Map<number, number>();
  return {
    enter(mailboxId) {
      const count = counts.get(mailboxId) ?? 0;
      if (count >= SESSIONS_A_PERSON) return null;
      counts.set(mailboxId, count + 1);
      let inside = true;
      return () => {
        if (!inside) return;
        inside = false;
        const left = (counts.get(mailboxId) ?? 1) - 1;
        if (left === 0) counts.delete(mailboxId);
        else counts.set(mailboxId, left);
      };
    },
  };
}
