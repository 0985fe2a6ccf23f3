import { ApiError } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../parts/mailbox/use-api.ts';

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'message_not_found';

/** Puts messages back that mail programs have removed: one, or all that there are, until it is told to stop. */
export function useRestoring(total: number) {
  const api = useApi();
  const [restored, setRestored] = useState<ReadonlySet<string>>(new Set());
  const [left, setLeft] = useState(total);
  const [restoring, setRestoring] = useState(false);
  const stopped = useRef(false);
  const stop = () => {
    stopped.current = true;
  };
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  function noteRestored(ids: string[]): void {
    setRestored((before) => new Set([...before, ...ids]));
    setLeft((before) => Math.max(0, before - ids.length));
  }

  async function restore(ids: string[]): Promise<void> {
    await api.restoreRemovedMessages({ body: { ids } });
    noteRestored(ids);
  }

  /** One that another tab has restored is not missed. */
  async function restoreOne(id: string): Promise<void> {
    await restore([id]).catch((error: unknown) => {
      if (!isGone(error)) throw error;
      noteRestored([id]);
    });
  }

  /** What is restored leaves the list, by another tab too, so that its first page is what comes next. */
  async function restoreAll(): Promise<void> {
    stopped.current = false;
    setRestoring(true);
    try {
      while (!stopped.current) {
        const { data, meta } = await api.listRemovedMessages({ query: {} });
        setLeft(meta.total ?? 0);
        if (data.length === 0) return;
        const ids = data.slice(0, LIMITS.removedRestoredAtOnce).map(({ id }) => id);
        await restore(ids).catch((error: unknown) => {
          if (!isGone(error)) throw error;
        });
      }
    } finally {
      setRestoring(false);
    }
  }

  return { restored, left, restoring, restoreOne, restoreAll, stop };
}
