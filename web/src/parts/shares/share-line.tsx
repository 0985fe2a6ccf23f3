import type { Share } from '@bocau/contract/shares.ts';
import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { copyShared } from './copy-shared.ts';
import { eventWords, factsWords, peopleWords, stateWords } from './share-words.ts';
import styles from './shares.module.css';

type Props = { share: Share; busy: boolean; onChange(): void; onRevoke(): void; onRestore(): void };

/** One share of a file: people, permission, and its actions. */
export function ShareLine({ share, busy, onChange, onRevoke, onRestore }: Props) {
  const { t } = useTranslation();
  const { link, state } = share;
  const people = peopleWords(t, share);
  return (
    <li>
      <div className={styles.who}>
        <strong>{people}</strong>
        <small className={styles.sign} data-state={state}>
          {stateWords(t, share)}
        </small>
      </div>
      <p className={styles.facts}>{factsWords(t, share, now())}</p>
      {share.events && <p className={styles.facts}>{eventWords(t, share.events)}</p>}
      <div className={styles.acts}>
        {state !== 'revoked' && (
          <>
            {link !== null && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => void copyShared(t, link, t('shares.linkCopied'))}
              >
                {t('shares.copyLink')}
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('shares.access.changeOf', { people })}
              onClick={onChange}
            >
              {t('shares.access.change')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              disabled={busy}
              aria-label={t('shares.access.revokeOf', { people })}
              onClick={onRevoke}
            >
              {t('shares.access.revoke')}
            </Button>
          </>
        )}
        {state === 'revoked' && share.revoked_by === 'owner' && (
          <Button variant="default" size="compact-sm" disabled={busy} onClick={onRestore}>
            {t('shares.access.restore')}
          </Button>
        )}
      </div>
    </li>
  );
}
