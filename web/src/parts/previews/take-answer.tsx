import type { Invitation } from '@bocau/contract/invitations.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './invitation-card.module.css';

type Props = { invitation: Pick<Invitation, 'may_take'>; onTake(): Promise<void> };

/** CL-377: an answer that nothing proves counts once its organiser says so. */
export function TakeAnswer({ invitation: { may_take: mayTake }, onTake }: Props) {
  const { t } = useTranslation();
  const [state, setState] = useState<'open' | 'taking' | 'failed' | 'taken'>('open');
  const words = state === 'taken' || state === 'failed' ? t(`invitation.take.${state}`) : '';
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (state === 'taken') said.current?.focus();
  }, [state]);
  if (!mayTake && words === '') return null;

  async function take(): Promise<void> {
    if (state === 'taking') return;
    setState('taking');
    setState(
      await onTake().then(
        () => 'taken' as const,
        () => 'failed' as const,
      ),
    );
  }

  return (
    <>
      {mayTake && (
        <div className={`${styles.answers} not-printed`}>
          <Button variant="default" aria-busy={state === 'taking'} onClick={() => void take()}>
            {t('invitation.take.act')}
          </Button>
        </div>
      )}
      <p ref={said} className={styles.state} role="status" tabIndex={-1}>
        {words}
      </p>
    </>
  );
}
