import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { SendDialogs } from '../dialogs/send-dialogs.tsx';
import { OutgoingNotices } from '../outgoing/outgoing-notices.tsx';
import { useComposeModel } from './compose-door.ts';
import styles from './compose-layer.module.css';
import { ComposeNews } from './compose-news.tsx';
import { FloatingWindow } from './floating-window.tsx';

/** Everything of compose that lies over the mailbox: its windows, its questions, what it tells. */
export function ComposeLayer({ windows }: { windows: readonly ComposeWindow[] }) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const floating = windows.filter(({ place }) => place === 'window');
  useStorageGuard();

  useEffect(() => {
    const measure = () => model.setViewport(window.innerWidth);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [model]);

  return (
    <>
      {floating.length > 0 && (
        <section className={`${styles.layer} not-printed`} aria-label={t('composeWindow.windows')}>
          {floating.map(({ id }) => (
            <FloatingWindow key={id} id={id} />
          ))}
        </section>
      )}
      <SendDialogs />
      <OutgoingNotices />
      <ComposeNews />
    </>
  );
}

/** Writes to the browser's storage before the page may go; asks only when the server lacks something. */
function useStorageGuard(): void {
  const model = useComposeModel();
  useEffect(() => {
    const keep = () => {
      if (document.visibilityState === 'hidden') void model.keepNow();
    };
    const ask = (event: BeforeUnloadEvent) => {
      void model.keepNow();
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
