import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import type { ModelClock } from '../engine/environment.ts';
import { portionsOf } from './drive-operations.ts';

const ASKED_EVERY_MS = 1_000;

type Options = {
  api: ApiClient;
  clock: ModelClock;
  isClosed(): boolean;
  batch(change: () => void): void;
  /** Settles when the screen shows what the server has created. */
  show(): Promise<void>;
};

/** Copies: small ones by a call, large ones by jobs of the server, which are polled for progress. */
export function createDriveCopies({ api, clock, isClosed, batch, show }: Options) {
  let jobs: readonly DriveCopyJob[] = [];
  let asking = false;

  function put(job: DriveCopyJob): void {
    const others = jobs.filter(({ id }) => id !== job.id);
    batch(() => (jobs = [...others, job].toSorted((a, b) => (a.id < b.id ? -1 : 1))));
  }

  /** Polls again when there is no answer. */
  async function ask(): Promise<void> {
    const answer = await api.listDriveCopies({}).catch(() => null);
    if (isClosed()) return;
    const wasRunning = new Set(jobs.filter(isRunning).map(({ id }) => id));
    const known = (answer?.data ?? []).filter((job) => wasRunning.has(job.id));
    for (const job of known) put(job);
    if (known.some((job) => !isRunning(job))) await show();
  }

  function askLater(): void {
    if (asking || isClosed() || !jobs.some(isRunning)) return;
    asking = true;
    clock.after(ASKED_EVERY_MS, () => {
      void ask().finally(() => {
        asking = false;
        askLater();
      });
    });
  }

  async function start(ids: string[], to: string | null): Promise<void> {
    put((await api.startDriveCopy({ body: { ids, parent_id: to } })).data);
    askLater();
  }

  return {
    jobs: () => jobs,
    /** Follows the jobs that went on while the page was closed. */
    async resume(): Promise<void> {
      const answer = await api.listDriveCopies({}).catch(() => null);
      if (isClosed()) return;
      for (const job of answer?.data ?? []) if (isRunning(job)) put(job);
      askLater();
    },
    async copy(files: readonly DriveFile[], to: string | null): Promise<DriveFile[]> {
      const made: DriveFile[] = [];
      for (const ids of portionsOf(files)) {
        const body = { ids, parent_id: to, on_conflict: 'rename' as const };
        try {
          made.push(...(await api.copyDriveFiles({ body })).data);
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'too_large') throw error;
          await start(ids, to);
        }
      }
      return made;
    },
    async cancel(id: string): Promise<void> {
      await api.cancelDriveCopy({ params: { id } });
      await ask();
    },
    /** The end of the job has been reported. */
    forget(id: string): void {
      batch(() => (jobs = jobs.filter((job) => job.id !== id)));
    },
    async undo({ made }: DriveCopyJob): Promise<void> {
      await api.trashDriveFiles({ body: { ids: made } });
      await show();
    },
  };
}

export function isRunning({ state }: DriveCopyJob): boolean {
  return state === 'running';
}
