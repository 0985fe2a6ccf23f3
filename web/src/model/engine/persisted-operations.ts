import type { ClaimTab, KeyValueStorage, ModelClock } from './environment.ts';
import type { Noun } from './noun.ts';
import type { OperationQueue } from './operation-queue.ts';
import type { PendingOperation } from './pending-operation.ts';
import { unsentPrefix } from './unsent-keys.ts';

/** Operations that the server has not done yet, persisted over a reload. */
type PersistedOperations = {
  changed(): void;
  /** Resumes what this tab, or a closed one, has left undone. */
  restore(owner: string): Promise<unknown>;
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
type StoredQueue<N extends Noun> = {
  at: number;
  acts: StoredOperation<N>[];
  /** Its tab holds a lock while it is open. */
  locked?: boolean;
};

type Deps<N extends Noun> = {
  queue(): Pick<OperationQueue<N>, 'begin' | 'unanswered'>;
  storage: KeyValueStorage;
  clock: ModelClock;
  tabId: string;
  /** Without it tabs are known by their heartbeat. */
  claim?: ClaimTab | undefined;
  /** Separates the queues of several nouns. */
  name: string;
};

const HEARTBEAT_MS = 10_000;
/** A tab without a lock whose heartbeat is older than this counts as closed, at the start of another one. */
const DEAD_AFTER_MS = 30_000;

export function createPersistedOperations<N extends Noun>(deps: Deps<N>): PersistedOperations {
  const { queue, storage, clock, tabId, claim, name } = deps;
  let owner: string | null = null;
  let planned = false;
  let closed = false;
  let isEmpty = true;
  let restoring: Promise<unknown> = Promise.resolve();
  const heartbeat = clock.every(HEARTBEAT_MS, () => {
    if (!isEmpty) void write();
    if (claim && owner !== null) void restore(owner);
  });

  /** A browser without room, or in private mode, stores nothing. */
  async function write(): Promise<void> {
    planned = false;
    if (owner === null) return;
    const acts = queue().unanswered().map(serialize);
    const key = `${unsentPrefix(owner, name)}${tabId}`;
    if (acts.length === 0 ? isEmpty : closed) return;
    isEmpty = acts.length === 0;
    const record: StoredQueue<N> = { at: clock.now(), acts, locked: !!claim };
    await (isEmpty ? storage.remove(key) : storage.set(key, record)).catch(() => undefined);
  }

  const read = (key: string) => storage.get(key) as Promise<StoredQueue<N> | undefined>;

  async function resume(key: string): Promise<void> {
    const begun = new Map<number, PendingOperation<N>>();
    for (const { id, step, takesBack, tried } of (await read(key))?.acts ?? []) {
      const undoes = takesBack === null ? null : (begun.get(takesBack) ?? null);
      begun.set(id, queue().begin(step, { undoes, attempted: tried }));
    }
  }

  /** Resumes what closed tabs have left; which tab without a lock is closed is judged only at a start. */
  async function takeOver(of: string): Promise<void> {
    const prefix = unsentPrefix(of, name);
    const own = prefix + tabId;
    const isStart = owner !== of;
    const keys = await storage.keys(prefix).catch(() => []);
    if (isStart) {
      await resume(own);
      owner = of;
      isEmpty = false;
    }
    for (const key of keys) {
      const record = await read(key);
      if (!record || key === own) continue;
      // Another tab may have taken them over meanwhile. They are stored as this tab's before they are removed.
      const take = async () => {
        if (!closed) await resume(key);
        if (!closed) await storage.remove(key);
      };
      if (record.locked && claim) await claim(key.slice(prefix.length), take);
      else if (isStart && clock.now() - record.at >= DEAD_AFTER_MS) await take();
    }
    await write();
  }

  function restore(of: string): Promise<unknown> {
    // Requested twice at the start: operations left undone must be resumed only once.
    restoring = restoring.then(() => takeOver(of)).catch(() => undefined);
    return restoring;
  }

  return {
    changed() {
      if (planned) return;
      planned = true;
      queueMicrotask(write);
    },
    restore,
    close() {
      if (planned) void write();
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
