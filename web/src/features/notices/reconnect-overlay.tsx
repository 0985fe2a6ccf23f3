import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after, everySecond, now } from '../../lib/timers.ts';
import type { SessionModel } from '../../model/session/session-model.ts';
import { useSessionModel, useSessionState } from '../../parts/session/use-session-model.ts';
import styles from './reconnect-overlay.module.css';
import { holdsTypedText } from './typed-text.ts';

const PATIENCE_MS = 10_000;
const HURRIES_APART_MS = 3_000;
const ACTS = ['pointerdown', 'keydown', 'visibilitychange'] as const;

/** Says that the connection is lost while the page stays readable; reloads it when waiting did not help. */
export function ReconnectOverlay() {
  const connection = useSessionState((model) => model.connection());
  if (connection.state !== 'lost') return null;
  return <NotConnected reloadAt={connection.reloadAt} />;
}

function NotConnected({ reloadAt }: { reloadAt: number | null }) {
  const { t } = useTranslation();
  const session = useSessionModel();
  const seconds = useSecondsTo(reloadAt);
  const [kept, setKept] = useState(false);
  useHurry(session);

  // Closed until the connection is lost again.
  const [closed, setClosed] = useState(false);

  useEffect(() => {
    if (seconds !== 0) return;
    // A reload must lose neither typed text nor what can still be read; where it would, the page waits for
    // the connection instead.
    if (holdsTypedText(document)) setKept(true);
    else
      void serverAnswers().then((answers) => {
        if (answers) window.location.reload();
        else setKept(true);
      });
  }, [seconds]);

  if (closed) return null;
  return (
    <div className={styles['overlay']} data-lost>
      <div className={styles['bar']} role="alert">
        <IconPlugConnectedX size={20} aria-hidden />
        <div className={styles['words']}>
          <strong>{t('notices.lost.title')}</strong>
          <span>{t('notices.lost.text')}</span>
        </div>
        {/* The countdown is not announced every second. */}
        <span className={styles['count']} aria-hidden>
          {seconds !== null && !kept && t('notices.lost.reloadIn', { count: seconds })}
        </span>
        <Button size="xs" onClick={() => session.tryNow()}>
          {t('notices.lost.tryNow')}
        </Button>
        <button
          type="button"
          className={styles.close}
          aria-label={t('common.actions.close')}
          onClick={() => setClosed(true)}
        >
          <IconX size={16} />
        </button>
      </div>
    </div>
  );
}

/**
 * Reconnects at once when the user acts or comes back to the page, instead of with the next scheduled try.
 */
function useHurry(session: SessionModel): void {
  useEffect(() => {
    let last = 0;
    const hurry = ({ target }: Event) => {
      // The overlay's own button reconnects itself, and would cut off a try begun by the same press.
      const isOwn = target instanceof Element && target.closest('[data-lost]') !== null;
      if (isOwn || document.hidden || now() - last < HURRIES_APART_MS) return;
      last = now();
      session.hurry();
    };
    for (const act of ACTS) document.addEventListener(act, hurry);
    return () => {
      for (const act of ACTS) document.removeEventListener(act, hurry);
    };
  }, [session]);
}

async function serverAnswers(): Promise<boolean> {
  const giveUp = new AbortController();
  const stopWaiting = after(PATIENCE_MS, () => giveUp.abort());
  try {
    const { ok } = await fetch('/manifest.webmanifest', { cache: 'no-store', signal: giveUp.signal });
    return ok;
  } catch {
    return false;
  } finally {
    stopWaiting();
  }
}

function useSecondsTo(moment: number | null): number | null {
  const [time, setTime] = useState(now);
  useEffect(() => everySecond(() => setTime(now())), []);
  return moment === null ? null : Math.max(0, Math.ceil((moment - time) / 1000));
}
