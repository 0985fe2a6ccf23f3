import type { ClaimTab } from '../environment.ts';

/** The locks of a browser, of which each open tab holds that of its id, and a claimant that of a closed one. */
export function createTabLocks() {
  const held = new Set<string>();
  const claim: ClaimTab = async (id, task) => {
    if (held.has(id)) return;
    held.add(id);
    await task().finally(() => held.delete(id));
  };
  return {
    claim,
    open: (id: string) => void held.add(id),
    close: (id: string) => void held.delete(id),
  };
}
