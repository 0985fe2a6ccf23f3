import { Button } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import lines from '../../../parts/settings/lines.module.css';
import styles from './forwarding.module.css';
import type { Forward } from './forwards.ts';
import { WaitingAddress } from './waiting-address.tsx';

type WaitingProps = {
  waiting: readonly Forward[];
  /** The address to which a code has just been mailed. */
  fresh: string | null;
  onVerified(): Promise<void>;
  onRemove(forward: Forward): void;
};

/** FW-1: the addresses that are not verified yet. */
export function WaitingAddresses({ waiting, fresh, onVerified, onRemove }: WaitingProps) {
  const { t } = useTranslation();
  if (waiting.length === 0) return null;
  return (
    <>
      <h2 className={styles.heading}>{t('forwarding.waiting')}</h2>
      <ul className={lines.lines} aria-label={t('forwarding.waitingList')}>
        {waiting.map((forward) => (
          <WaitingAddress
            key={forward.id}
            forward={forward}
            fresh={forward.id === fresh}
            onVerified={onVerified}
            onRemove={() => onRemove(forward)}
          />
        ))}
      </ul>
    </>
  );
}

type VerifiedProps = { verified: readonly Forward[]; onRemove(forward: Forward): void };

/** The addresses that mail may be forwarded to. */
export function VerifiedAddresses({ verified, onRemove }: VerifiedProps) {
  const { t } = useTranslation();
  if (verified.length === 0) return null;
  return (
    <>
      <h2 className={styles.heading}>{t('forwarding.addresses')}</h2>
      <ul className={lines.lines} aria-label={t('forwarding.addresses')}>
        {verified.map((forward) => (
          <li key={forward.id} className={lines.line}>
            <span className={styles.address}>
              {forward.address}
              {forward.active && <span className={styles.active}>{t('forwarding.active')}</span>}
            </span>
            <Button
              variant="default"
              aria-label={t('forwarding.removeWho', { address: forward.address })}
              onClick={() => onRemove(forward)}
            >
              {t('forwarding.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
