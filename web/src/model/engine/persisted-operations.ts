import type { KeyValueStorage, ModelClock } from './environment.ts';
import type { Noun } from './noun.ts';
import { ignoreFailure } from './offline-cache.ts';
import type { OperationQueue } from './operation-queue.ts';
import type { PendingOperation } from './pending-operation.ts';
import { unsentPrefix } from './unsent-keys.ts';

/** Operations that the server has not done yet, persisted over a reload. */
type PersistedOperations = {
  changed(): void;
  /** Resumes what this tab, or a closed one, has left undone. */
  restore(owner: string): Promise<void>;
  /** Keeps what is stored, and adds nothing to it. */
  close(): void;
};

/** The field names are those of the first release, whose tabs may have left such records. */
type StoredOperation<N extends Noun> = {
  id: number;
  step: N['operation'];
  takesBack: number | null;
  tried: boolean;
};
type StoredQueue<N extends Noun> = { at: number; acts: StoredOperation<N>[] };

type Deps<N extends Noun> = {
  queue(): Pick<OperationQueue<N>, 'begin' | 'unanswered'>;
  storage: KeyValueStorage;
  clock: ModelClock;
  /** Stays the same over a reload, and differs between tabs. */
  tabId: string;
  /** Separates the queues of several nouns. */
  name: string;
};

const HEARTBEAT_MS = 10_000;
/** A tab whose heartbeat is older than this counts as closed. */
const DEAD_AFTER_MS = 30_000;

export function createPersistedOperations<N extends Noun>(deps: Deps<N>): PersistedOperations {
  const { queue, storage, clock, tabId, name } = deps;
  let owner: string | null = null;
  let planned = false;
  let closed = false;
  let isEmpty = true;
  let restoring: Promise<void> = Promise.resolve();
  const heartbeat = clock.every(HEARTBEAT_MS, () => {
    if (!isEmpty) write();
  });

  function write(): void {
    planned = false;
    if (owner === null) return;
    const acts = queue().unanswered().map(serialize);
    const key = `${unsentPrefix(owner, name)}${tabId}`;
    if (acts.length === 0 ? isEmpty : closed) return;
    isEmpty = acts.length === 0;
    const record: StoredQueue<N> = { at: clock.now(), acts };
    ignoreFailure(isEmpty ? storage.remove(key) : storage.set(key, record));
  }

  async function restoreFrom(key: string): Promise<void> {
    const record = (await storage.get(key)) as StoredQueue<N> | undefined;
    if (!record) return;
    if (!key.endsWith(` ${tabId}`)) {
      if (clock.now() - record.at < DEAD_AFTER_MS) return;
      await storage.remove(key);
    }
    const begun = new Map<number, PendingOperation<N>>();
    for (const { id, step, takesBack, tried } of record.acts) {
      const undoes = takesBack === null ? null : (begun.get(takesBack) ?? null);
      begun.set(id, queue().begin(step, { undoes, attempted: tried }));
    }
  }

  async function restoreAll(of: string): Promise<void> {
    if (owner === of) return;
    const keys = await storage.keys(unsentPrefix(of, name)).catch(() => []);
    for (const key of keys) await restoreFrom(key);
    owner = of;
    isEmpty = keys.length === 0;
    write();
  }

  return {
    changed() {
      if (planned) return;
      planned = true;
      queueMicrotask(write);
    },
    restore(of) {
      // Requested twice at the start: operations left undone must be resumed only once.
      restoring = restoring.catch(() => undefined).then(() => restoreAll(of));
      return restoring;
    },
    close() {
      if (planned) write();
      closed = true;
      heartbeat.stop();
    },
  };
}

function serialize<N extends Noun>({
  id,
  operation,
  undoes,
  attempts,
}: PendingOperation<N>): StoredOperation<N> {
  return { id, step: operation, takesBack: undoes?.id ?? null, tried: attempts > 0 };
}
