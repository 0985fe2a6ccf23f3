import { Suspense, useCallback, useEffect, useSyncExternalStore } from 'react';
import { useComposeDoor } from '../features/compose/windows/compose-door.ts';
import { lazyPart, loadAhead, tellPartFailed } from '../ui/lazy-part.tsx';

const ComposeLayer = lazyPart(
  async () => (await import('../features/compose/windows/compose-layer.tsx')).ComposeLayer,
);

/** Where compose is shown as soon as it is there: at once when windows were left, else when there is time for it. */
export function ComposePlace() {
  const door = useComposeDoor();
  const model = useSyncExternalStore(door.subscribe, door.model);
  const subscribe = useCallback((listener: () => void) => model?.subscribe(listener) ?? nothing, [model]);
  const windows = useSyncExternalStore(subscribe, () => model?.windows() ?? null);

  useEffect(() => {
    async function takeUp() {
      if (await door.keepsWindows()) await door.load();
    }
    takeUp().catch(tellPartFailed);
    return loadAhead(door.load);
  }, [door]);

  return <Suspense>{windows && <ComposeLayer windows={windows} />}</Suspense>;
}

function nothing(): void {}
