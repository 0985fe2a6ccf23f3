import type { Braked } from '@bocau/contract/admin-brakes.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { Link } from '../../../router/router.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { personPage } from '../detail/console-addresses.ts';
import styles from './mail.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

/** `onLimits`: set where the user may change the rates from which senders are held. */
type Props = { ownName: string; onLimits?: ((sender: string) => void) | undefined };

/** Senders held automatically, until somebody has reviewed their waiting mail. */
export function HeldSenders({ ownName, onLimits }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const heading = useRef<HTMLHeadingElement>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const { busy, run } = useAccountAttempt();
  const held = useQuery({
    queryKey: ['queue', 'brakes'],
    queryFn: async () => (await api.listBrakes({})).data,
  });
  const noteAct = useKeptFocus(held.data, heading);

  async function act(body: { act: 'release' | 'remove'; sender: string; reason?: string }) {
    await run(
      async () => {
        const { data } = await api.actOnBrake({ body });
        const done =
          body.act === 'release'
            ? t('adminMail.queue.released', { name: body.sender })
            : t('adminMail.queue.did.remove', { count: data.moved });
        notify({ text: data.more ? `${done} ${t('adminMail.queue.did.more')}` : done });
      },
      // Another administrator was faster; the reloaded list shows that.
      { not_found: () => null },
    );
    noteAct();
    await queries.invalidateQueries({ queryKey: ['queue'] });
  }

  return (
    <section className={pageStyles.section} aria-labelledby="held-senders">
      <div className={pageStyles.heading}>
        <h2 id="held-senders" ref={heading} tabIndex={-1}>
          {t('adminMail.automatic.list')}
        </h2>
      </div>
      {!held.data && <AccountState query={held} lines={2} />}
      {held.data?.length === 0 && (
        <p className={pageStyles.about} role="status">
          {t('adminMail.automatic.empty')}
        </p>
      )}
      {held.data && held.data.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="held-senders">
          {held.data.map((row) => (
            <Line
              key={row.sender}
              row={row}
              isOwn={row.sender === ownName}
              busy={busy}
              onRelease={() => void act({ act: 'release', sender: row.sender })}
              onRemove={() => setRemoving(row.sender)}
              onLimits={onLimits}
            />
          ))}
        </ul>
      )}
      {removing !== null && (
        <ReasonDialog
          title={t('adminMail.automatic.removeTitle', { name: removing })}
          text={t('adminMail.automatic.removeText')}
          act={t('adminMail.automatic.removeAct')}
          onClose={() => setRemoving(null)}
          onAct={(reason) => {
            setRemoving(null);
            void act({ act: 'remove', sender: removing, reason });
          }}
        />
      )}
    </section>
  );
}

type LineProps = Pick<Props, 'onLimits'> & {
  row: Braked;
  isOwn: boolean;
  busy: boolean;
  onRelease(): void;
  onRemove(): void;
};

function Line({ row, isOwn, busy, onRelease, onRemove, onLimits }: LineProps) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { sender, at, brake, waiting } = row;
  return (
    <li className={styles.event}>
      <span className={styles.what}>
        <Link to={personPage(sender)} className={`${styles.name} ${pageStyles.inWords}`}>
          {sender}
        </Link>
        <span className={styles.detail} data-tone="warning">
          {t(`adminMail.brakes.${brake}`)}
        </span>
        <span className={styles.detail}>
          {[
            t('adminMail.automatic.since', { at: shortMoment(at, now(), zone) }),
            t('adminMail.automatic.waiting', { count: waiting }),
          ].join(' · ')}
        </span>
        {/* Held senders can't clear themselves. */}
        {isOwn && <span className={styles.detail}>{t('adminMail.automatic.own')}</span>}
      </span>
      <span className={styles.acts}>
        {onLimits && (
          <Button
            variant="default"
            aria-label={t('adminMail.limits.openWho', { name: sender })}
            onClick={() => onLimits(sender)}
          >
            {t('adminMail.limits.open')}
          </Button>
        )}
        {/* Kept where nothing waits any more: it has the focus after its action. */}
        <Button
          variant="default"
          data-disabled={busy || waiting === 0 || undefined}
          aria-disabled={waiting === 0 || undefined}
          aria-label={t('adminMail.automatic.removeWho', { name: sender })}
          onClick={() => waiting > 0 && onRemove()}
        >
          {t('adminMail.automatic.remove')}
        </Button>
        {!isOwn && (
          <Button
            variant="default"
            data-disabled={busy || undefined}
            aria-label={t('adminMail.senders.releaseWho', { name: sender })}
            onClick={onRelease}
          >
            {t('adminMail.queue.release')}
          </Button>
        )}
      </span>
    </li>
  );
}
