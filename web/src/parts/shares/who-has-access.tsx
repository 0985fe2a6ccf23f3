import type { Share } from '@bocau/contract/shares.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { copyText } from '../../lib/copy-text.ts';
import { fullDate, shortDate } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';
import { useAttempt } from '../notices/use-attempt.ts';
import { ChangeShareDialog } from './change-share-dialog.tsx';
import styles from './shares.module.css';
import type { ShareableFile } from './use-new-share.ts';

type Props = {
  file: ShareableFile;
  /** Another number has the list read again, as when the drive has changed. */
  version?: number;
  onChanged?(): void;
};

const PEOPLE_SHOWN = 3;

/** The shares of a file or folder of one's own: with whom, how often opened; revoked, put back and changed here. */
export function WhoHasAccess({ file, version = 0, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const heading = useRef<HTMLHeadingElement>(null);
  const [known, setKnown] = useState<{ of: string; shares: Share[] } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [changing, setChanging] = useState<Share | null>(null);
  const { busy, run } = useAttempt();

  const shares = known?.of === file.id ? known.shares : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another list
  useEffect(() => {
    let left = false;
    api.listShares({ params: { id: file.id } }).then(
      ({ data }) => {
        if (left) return;
        setKnown({ of: file.id, shares: data });
        setFailed(false);
      },
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [api, file.id, version, attempt]);

  function put(changed: Share): void {
    setKnown(
      (before) =>
        before && {
          ...before,
          shares: before.shares.map((one) => (one.id === changed.id ? changed : one)),
        },
    );
    onChanged?.();
  }

  async function restore({ id }: Share) {
    const restored = await run(async () => (await api.restoreShare({ params: { id } })).data);
    if (!restored) return;
    put(restored);
    notify({ text: t('shares.access.restored') });
  }

  async function revoke(share: Share) {
    const revoked = await run(async () => (await api.revokeShare({ params: { id: share.id } })).data);
    if (!revoked) return;
    put(revoked);
    // The button that had the focus is another one now.
    heading.current?.focus();
    notify({ text: t('shares.access.revokedNow'), undo: () => restore(revoked) });
  }

  async function copy(link: string) {
    if (await copyText(link)) notify({ text: t('shares.linkCopied') });
    else notify({ text: t('shares.copyFailed'), tone: 'danger', seconds: 8 });
  }

  const namesOf = ({ share_withs }: Share) => {
    const names = share_withs
      .slice(0, PEOPLE_SHOWN)
      .map(({ name, email, left }) =>
        left ? t('shares.access.left', { name: name || email }) : name || email,
      );
    const more = share_withs.length - names.length;
    return more > 0 ? `${names.join(', ')} ${t('shares.access.more', { count: more })}` : names.join(', ');
  };

  function factsOf(share: Share): string[] {
    const day = share.expire_date === null ? null : fullDate(share.expire_date).slice(0, 10);
    const when = share.opened_at === null ? null : shortDate(share.opened_at, now());
    return [
      t(share.permission === 'WRITE' ? 'shares.write' : 'shares.read'),
      day === null ? t('shares.access.noEnd') : t('shares.access.until', { day }),
      ...(share.has_password ? [t('shares.access.protected')] : []),
      when === null ? t('shares.access.noOpens') : t('shares.access.opens', { count: share.opens, when }),
    ];
  }

  function stateOf({ state, revoked_by, outside_closed }: Share): string {
    if (state === 'revoked' && revoked_by === 'recall') return t('shares.access.byRecall');
    if (state === 'revoked' && revoked_by === 'domain') return t('shares.access.byDomain');
    if (state === 'active' && outside_closed !== null) return t(`shares.access.closed.${outside_closed}`);
    return t(`shares.access.${state}`);
  }

  return (
    <section className={styles.access} aria-label={t('shares.access.title')}>
      <h3 ref={heading} tabIndex={-1}>
        {t('shares.access.title')}
      </h3>
      {failed && <LoadFailed words={t('shares.access.loadFailed')} onRetry={() => setAttempt(attempt + 1)} />}
      {shares?.length === 0 && <p>{t('shares.access.none')}</p>}
      {shares && shares.length > 0 && (
        <ul>
          {shares.map((share) => {
            const { link, state } = share;
            const people = namesOf(share);
            return (
              <li key={share.id}>
                <div className={styles.who}>
                  <strong>{people}</strong>
                  <small className={styles.sign} data-state={state}>
                    {stateOf(share)}
                  </small>
                </div>
                <p className={styles.facts}>{factsOf(share).join(' · ')}</p>
                <div className={styles.acts}>
                  {state !== 'revoked' && (
                    <>
                      {link !== null && (
                        <Button variant="default" size="compact-sm" onClick={() => void copy(link)}>
                          {t('shares.copyLink')}
                        </Button>
                      )}
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={t('shares.access.changeOf', { people })}
                        onClick={() => setChanging(share)}
                      >
                        {t('shares.access.change')}
                      </Button>
                      <Button
                        variant="default"
                        size="compact-sm"
                        disabled={busy}
                        aria-label={t('shares.access.revokeOf', { people })}
                        onClick={() => void revoke(share)}
                      >
                        {t('shares.access.revoke')}
                      </Button>
                    </>
                  )}
                  {state === 'revoked' && share.revoked_by === 'owner' && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      disabled={busy}
                      onClick={() => void restore(share)}
                    >
                      {t('shares.access.restore')}
                    </Button>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {changing && <ChangeShareDialog share={changing} onChanged={put} onClose={() => setChanging(null)} />}
    </section>
  );
}
