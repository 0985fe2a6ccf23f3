import { LIMITS } from '@bocau/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../parts/mailbox/use-api.ts';

/** Puts messages back that mail programs have removed: some, or all that there are, until it is told to stop. */
export function useRestoring() {
  const api = useApi();
  const [restored, setRestored] = useState<ReadonlySet<string>>(new Set());
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

  async function restore(ids: string[]): Promise<void> {
    await api.restoreRemovedMessages({ body: { ids } });
    setRestored((before) => new Set([...before, ...ids]));
  }

  /** What is restored leaves the list, so that its first page is what comes next. */
  async function restoreAll(): Promise<void> {
    stopped.current = false;
    setRestoring(true);
    try {
      while (!stopped.current) {
        const { data } = await api.listRemovedMessages({ query: {} });
        if (data.length === 0) return;
        await restore(data.slice(0, LIMITS.removedRestoredAtOnce).map(({ id }) => id));
      }
    } finally {
      setRestoring(false);
    }
  }

  return { restored, restoring, restore, restoreAll, stop };
}
