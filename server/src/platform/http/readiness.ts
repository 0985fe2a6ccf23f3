import type { BlobStore } from '../blobs/blob-store.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';

const REMEMBERED_MS = 5_000;
/** Orchestrators wait a second or two for an answer. */
const ANSWER_WITHIN_MS = 1_500;

type Part = { status: 'ok' } | { status: 'failing'; reason: string };
type RoleState = 'ready' | 'degraded' | 'not ready';
type Role = 'http' | 'mail' | 'jobs' | 'imap';

export type Readiness = {
  status: RoleState;
  /** Why nobody is to be sent here, whatever the parts are. */
  reason?: string;
  parts: { database: Part; blobs: Part };
  roles: Partial<Record<Role, RoleState>>;
};

export type ReadinessDeps = {
  database: Pick<Database<unknown>, 'pool'>;
  blobs: BlobStore;
  clock: Clock;
  config: { roles: ReadonlySet<Role> };
  startUp: { waitingFor: ReadonlySet<string> };
  drain: { begun: boolean };
};

/** Looks at what the roles need. What is shown names no host, no path and no bucket: anybody may ask. */
export function createReadiness(deps: ReadinessDeps): () => Promise<Readiness> {
  const { clock } = deps;
  let blobsChecked: { at: number; part: Part } | null = null;

  async function checkBlobs(): Promise<Part> {
    if (blobsChecked !== null && clock.now() - blobsChecked.at <= REMEMBERED_MS) return blobsChecked.part;
    const part = await examine(deps.blobs.check(), clock);
    blobsChecked = { at: clock.now(), part };
    return part;
  }

  return async () => {
    const [database, blobs] = await Promise.all([
      examine(deps.database.pool.query('select 1'), clock),
      checkBlobs(),
    ]);
    const [awaited] = deps.startUp.waitingFor;
    const reason = deps.drain.begun ? 'draining' : awaited;
    const roles = Object.fromEntries(
      [...deps.config.roles].map((role) => [role, reason ? 'not ready' : roleState(role, database, blobs)]),
    );
    return {
      status: wholeState(Object.values(roles)),
      ...(reason ? { reason } : {}),
      parts: { database, blobs },
      roles,
    };
  };
}

/**
 * Without blobs people still list, search and read what the database has; mail can't be accepted (senders are told to
 * come again), and jobs that send or clean wait.
 */
function roleState(role: Role, database: Part, blobs: Part): RoleState {
  if (database.status !== 'ok') return 'not ready';
  if (blobs.status === 'ok') return 'ready';
  return role === 'http' || role === 'imap' ? 'degraded' : 'not ready';
}

/** A process is of use while one of its roles is. */
function wholeState(roles: RoleState[]): RoleState {
  if (roles.every((state) => state === 'ready')) return 'ready';
  return roles.every((state) => state === 'not ready') ? 'not ready' : 'degraded';
}

async function examine(work: Promise<unknown>, clock: Clock): Promise<Part> {
  let timer: { stop(): void } | null = null;
  const late = new Promise<Part>((resolve) => {
    timer = clock.after(ANSWER_WITHIN_MS, () => resolve({ status: 'failing', reason: 'no answer' }));
  });
  const answered = work.then(
    (): Part => ({ status: 'ok' }),
    (error: unknown): Part => ({ status: 'failing', reason: kindOf(error) }),
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    (timer as { stop(): void } | null)?.stop();
  }
}

/** The code of the error or its name: its text may hold an address. */
function kindOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const kind = [code, name].find((one) => typeof one === 'string' && /^[A-Za-z0-9_]{2,60}$/.test(one));
  return typeof kind === 'string' ? kind : 'Error';
}
