import { useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { useCompose, useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { FaultBoundary } from '../../../parts/faults/fault-boundary.tsx';
import { useIsNarrowScreen } from '../../../ui/use-is-narrow-screen.ts';
import { SendDialogs } from '../dialogs/send-dialogs.tsx';
import { OutgoingNotices } from '../outgoing/outgoing-notices.tsx';
import { useTakeBackDeferred } from '../outgoing/use-undo-send.ts';
import styles from './compose-layer.module.css';
import { ComposeNews } from './compose-news.tsx';
import { DeferredMails } from './deferred-mails.tsx';
import { FloatingWindow } from './floating-window.tsx';
import { placeWindows } from './place-windows.ts';

/** The height of each bar on a narrow screen, as in the style sheet. */
const BAR_PX = 48;

/** Everything of compose above the mailbox: windows, dialogs and notices. */
export function ComposeLayer({ windows }: { windows: readonly ComposeWindow[] }) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const floating = windows.filter(({ place }) => place === 'window');
  const deferred = useCompose((compose) => compose.deferredMails());
  const [viewport, setViewport] = useState(window.innerWidth);
  const bars = deferred.map(({ windowId }) => ({ id: windowId, windowState: 'mini' as const }));
  const spots = placeWindows([...floating, ...bars], viewport);
  const narrow = useIsNarrowScreen();
  const barCount = bars.length + floating.filter(({ windowState }) => windowState === 'mini').length;
  useLayoutEffect(() => {
    if (!narrow) return undefined;
    const { style } = document.documentElement;
    style.setProperty('--bars', `${barCount * BAR_PX}px`);
    return () => void style.removeProperty('--bars');
  }, [narrow, barCount]);
  const takeBack = useTakeBackDeferred();
  useStorageGuard();

  useEffect(() => {
    const measure = () => {
      model.setViewport(window.innerWidth);
      setViewport(window.innerWidth);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [model]);

  return (
    <>
      {floating.length + deferred.length > 0 && (
        <section className={`${styles.layer} not-printed`} aria-label={t('composeWindow.windows')}>
          {floating.map(({ id }) => (
            <FaultBoundary key={id} where="compose window">
              <FloatingWindow id={id} spot={spots.get(id) ?? null} />
            </FaultBoundary>
          ))}
          {deferred.length > 0 && (
            <DeferredMails mails={deferred} spots={spots} onUndo={(id) => takeBack(id)} />
          )}
        </section>
      )}
      <FaultBoundary where="compose dialog">
        <SendDialogs />
      </FaultBoundary>
      <OutgoingNotices />
      <ComposeNews />
    </>
  );
}

/** Saves to the browser's storage before the page unloads; warns only when the server lacks something. */
function useStorageGuard(): void {
  const model = useComposeModel();
  useEffect(() => {
    const keep = () => {
      if (document.visibilityState === 'hidden') void model.persistNow();
    };
    const ask = (event: BeforeUnloadEvent) => {
      void model.persistNow();
      if (model.hasUnsaved()) event.preventDefault();
    };
    document.addEventListener('visibilitychange', keep);
    window.addEventListener('beforeunload', ask);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      window.removeEventListener('beforeunload', ask);
    };
  }, [model]);
}
