import { type RefreshDeps, refreshSome } from '../objects/refresh-objects.ts';
import { readFloating } from './reminders.store.ts';

const A_STEP = 20;

/** Reckons anew when a person is reminded of what has no zone: they are somewhere else now. */
export async function placeAgain(
  deps: RefreshDeps,
  { mailboxId }: { mailboxId: number },
  signal: AbortSignal,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await readFloating(deps.db, mailboxId, after, A_STEP);
    signal.throwIfAborted();
    if (ids.length > 0) await refreshSome(deps, mailboxId, ids);
    if (ids.length < A_STEP) return;
    after = ids.at(-1) ?? null;
  }
}
