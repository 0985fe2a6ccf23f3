import type { Share } from '@bocau/contract/shares.ts';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';
import { useAttempt } from '../notices/use-attempt.ts';
import { ChangeShareDialog } from './change-share-dialog.tsx';
import { ShareLine } from './share-line.tsx';
import styles from './shares.module.css';
import type { ShareableFile } from './use-new-share.ts';
import { useSharesOf } from './use-shares-of.ts';

type Props = {
  file: ShareableFile;
  /** A new number reloads the list, as after a change of the drive. */
  version?: number;
  onChanged?(): void;
};

/**
 * The shares of the user's own file or folder: people and opens, with buttons to revoke, restore and change.
 */
export function WhoHasAccess({ file, version = 0, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const heading = useRef<HTMLHeadingElement>(null);
  const known = useSharesOf(file.id, version);
  const [changing, setChanging] = useState<Share | null>(null);
  const { busy, run } = useAttempt();
  const { shares } = known;

  function put(changed: Share): void {
    known.put(changed);
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
    // The focused button was replaced by another one.
    heading.current?.focus();
    notify({ text: t('shares.access.revokedNow'), undo: () => restore(revoked) });
  }

  return (
    <section className={styles.access} aria-label={t('shares.access.title')}>
      <h3 ref={heading} tabIndex={-1}>
        {t('shares.access.title')}
      </h3>
      {known.failed && <LoadFailed words={t('shares.access.loadFailed')} onRetry={known.retry} />}
      {shares?.length === 0 && <p>{t('shares.access.none')}</p>}
      {shares && shares.length > 0 && (
        <ul>
          {shares.map((share) => (
            <ShareLine
              key={share.id}
              share={share}
              busy={busy}
              onChange={() => setChanging(share)}
              onRevoke={() => void revoke(share)}
              onRestore={() => void restore(share)}
            />
          ))}
        </ul>
      )}
      {changing && <ChangeShareDialog share={changing} onChanged={put} onClose={() => setChanging(null)} />}
    </section>
  );
}
