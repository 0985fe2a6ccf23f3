import type { Share } from '@bocau/contract/shares.ts';
import { useEffect, useState } from 'react';
import { useApi } from '../mailbox/use-api.ts';

/** The shares of a file or folder, null until they are loaded; a new `version` reloads them. */
export function useSharesOf(fileId: string, version: number) {
  const api = useApi();
  const [known, setKnown] = useState<{ of: string; shares: Share[] } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another list
  useEffect(() => {
    let left = false;
    api.listShares({ params: { id: fileId } }).then(
      ({ data }) => {
        if (left) return;
        setKnown({ of: fileId, shares: data });
        setFailed(false);
      },
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [api, fileId, version, attempt]);

  return {
    shares: known?.of === fileId ? known.shares : null,
    failed,
    retry: () => setAttempt(attempt + 1),
    put(changed: Share): void {
      setKnown(
        (before) =>
          before && {
            ...before,
            shares: before.shares.map((one) => (one.id === changed.id ? changed : one)),
          },
      );
    },
  };
}
