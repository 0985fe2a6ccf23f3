import type { ActQueue } from '../acts/act-queue.ts';
import type { PendingAct } from '../acts/pending-act.ts';
import type { KeyValueStorage, ModelClock } from '../model-options.ts';
import type { Step } from '../operations/operation.ts';
import { quietly } from './kept-mailbox.ts';

/** Acts that the server has not done yet, kept over a reload. */
type KeptActs = {
  changed(): void;
  /** Begins again what this tab, or one that is closed by now, has left undone. */
  adopt(email: string): Promise<void>;
  close(): void;
};

type KeptAct = { id: number; step: Step; takesBack: number | null; tried: boolean };
type Record = { at: number; acts: KeptAct[] };

const LIVE_EVERY_MS = 10_000;
/** A tab that has not said for this long that it lives is taken to be closed. */
const DEAD_AFTER_MS = 30_000;

export function createKeptActs(
  queue: () => ActQueue,
  storage: KeyValueStorage,
  clock: ModelClock,
  tabId: string,
): KeptActs {
  let email: string | null = null;
  let planned = false;
  let isEmpty = true;
  const timer = clock.every(LIVE_EVERY_MS, () => {
    if (!isEmpty) write();
  });

  function write(): void {
    planned = false;
    if (email === null) return;
    const acts = queue().unanswered().map(keep);
    const key = `${email} acts ${tabId}`;
    if (acts.length === 0 && isEmpty) return;
    isEmpty = acts.length === 0;
    quietly(isEmpty ? storage.remove(key) : storage.set(key, { at: clock.now(), acts } satisfies Record));
  }

  async function adoptFrom(key: string): Promise<void> {
    const record = (await storage.get(key)) as Record | undefined;
    if (!record) return;
    if (!key.endsWith(` ${tabId}`)) {
      if (clock.now() - record.at < DEAD_AFTER_MS) return;
      await storage.remove(key);
    }
    const begun = new Map<number, PendingAct>();
    for (const { id, step, takesBack, tried } of record.acts) {
      const act = queue().begin(step, {
        takesBack: takesBack === null ? null : (begun.get(takesBack) ?? null),
        tried,
      });
      begun.set(id, act);
    }
  }

  return {
    changed() {
      if (planned) return;
      planned = true;
      queueMicrotask(write);
    },
    async adopt(of) {
      if (email === of) return;
      const keys = await storage.keys(`${of} acts `).catch(() => []);
      for (const key of keys) await adoptFrom(key);
      email = of;
      isEmpty = keys.length === 0;
      write();
    },
    close: () => timer.stop(),
  };
}

function keep({ id, step, takesBack, attempts }: PendingAct): KeptAct {
  return { id, step, takesBack: takesBack?.id ?? null, tried: attempts > 0 };
}
