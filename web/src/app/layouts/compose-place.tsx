import { Suspense, useCallback, useEffect, useSyncExternalStore } from 'react';
import { useLazyCompose } from '../../parts/compose/lazy-compose.ts';
import { lazyPart, reportPartFailed } from '../../ui/lazy-part.tsx';
import { readLater } from '../../ui/read-ahead.ts';

const ComposeLayer = lazyPart(
  async () => (await import('../../features/compose/windows/compose-layer.tsx')).ComposeLayer,
  'last',
);

/** Shows compose once its code is loaded: at once if windows were left open, otherwise in idle time. */
export function ComposePlace() {
  const lazyCompose = useLazyCompose();
  const model = useSyncExternalStore(lazyCompose.subscribe, lazyCompose.model);
  const subscribe = useCallback((listener: () => void) => model?.subscribe(listener) ?? nothing, [model]);
  const windows = useSyncExternalStore(subscribe, () => model?.windows() ?? null);

  useEffect(() => {
    async function restore() {
      if (await lazyCompose.hasPersistedWindows()) await lazyCompose.load();
    }
    restore().catch(reportPartFailed);
    return readLater(lazyCompose.load, 'last');
  }, [lazyCompose]);

  return <Suspense>{windows && <ComposeLayer windows={windows} />}</Suspense>;
}

function nothing(): void {}
