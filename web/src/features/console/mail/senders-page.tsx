import type { TopSender } from '@bocau/contract/admin-mail.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Together } from '../../../parts/account/together.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { Link } from '../../../router/router.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { personPage } from '../detail/console-addresses.ts';
import { HeldSenders } from './held-senders.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import styles from './mail.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

/** Senders held automatically, those who send the most right now, and the rate limits. */
export function SendersPage({ ownName }: { ownName: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const title = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const [limited, setLimited] = useState<string | null>(null);
  const { busy, run } = useAccountAttempt();
  usePageTitle(t('consolePages.senders'));
  const senders = useQuery({ queryKey: ['queue', 'senders'], queryFn: () => api.listTopSenders({}) });
  const rows = senders.data?.data;
  const noteAct = useKeptFocus(rows, title);

  async function act(does: 'hold' | 'release', sender: string, reason = '') {
    await run(async () => {
      await api.actOnQueue({ body: { act: does, sender, ...(reason && { reason }) } });
      notify({
        text: t(does === 'hold' ? 'adminMail.senders.heldNow' : 'adminMail.queue.released', { name: sender }),
      });
    });
    // Despite an error the action may have been done, or the list may be outdated.
    noteAct();
    await queries.invalidateQueries({ queryKey: ['queue'] });
  }

  return (
    <div className={pageStyles.page}>
      <h1 ref={title} tabIndex={-1}>
        {t('consolePages.senders')}
      </h1>
      <p className={pageStyles.about}>{t('adminMail.senders.about')}</p>
      <Together>
        <HeldSenders ownName={ownName} onLimits={setLimited} />
        <section className={pageStyles.section} aria-labelledby="top-senders">
          <div className={pageStyles.heading}>
            <h2 id="top-senders">{t('adminMail.senders.list')}</h2>
          </div>
          {!rows && <AccountState query={senders} lines={6} />}
          {rows?.length === 0 && (
            <p className={pageStyles.about} role="status">
              {t('adminMail.senders.empty')}
            </p>
          )}
          {rows && rows.length > 0 && (
            <ul className={pageStyles.lines} aria-labelledby="top-senders">
              {rows.map((row) => (
                <Line
                  key={row.sender}
                  row={row}
                  isOwn={row.sender === ownName}
                  busy={busy}
                  onLimits={() => setLimited(row.sender)}
                  onHold={() => setAsking(row.sender)}
                  onRelease={() => void act('release', row.sender)}
                />
              ))}
            </ul>
          )}
          {senders.data && <UsualLimits limits={senders.data.meta} />}
        </section>
      </Together>
      {asking !== null && (
        <ReasonDialog
          title={t('adminMail.senders.holdTitle', { name: asking })}
          text={t('adminMail.senders.holdText')}
          act={t('adminMail.senders.holdAct')}
          onClose={() => setAsking(null)}
          onAct={(reason) => {
            setAsking(null);
            void act('hold', asking, reason);
          }}
        />
      )}
      {limited !== null && <LimitsDialog sender={limited} onClose={() => setLimited(null)} />}
    </div>
  );
}

/** The default rates from which senders are held. */
function UsualLimits({ limits }: { limits: { per_hour: number; per_day: number } }) {
  const { t, language } = useTranslation();
  const hour = limits.per_hour.toLocaleString(language);
  const day = limits.per_day.toLocaleString(language);
  return <p className={styles.limits}>{t('adminMail.senders.limits', { hour, day })}</p>;
}

type LineProps = {
  row: TopSender;
  isOwn: boolean;
  busy: boolean;
  onLimits(): void;
  onHold(): void;
  onRelease(): void;
};

function Line({ row, isOwn, busy, onLimits, onHold, onRelease }: LineProps) {
  const { t } = useTranslation();
  const { sender, hour, day, rejected, held } = row;
  return (
    <li className={styles.event}>
      <span className={styles.what}>
        <Link to={personPage(sender)} className={`${styles.name} ${pageStyles.inWords}`}>
          {sender}
        </Link>
        <span className={styles.detail}>
          {[t('adminMail.senders.hour', { count: hour }), t('adminMail.senders.day', { count: day })].join(
            ' · ',
          )}
        </span>
        {rejected > 0 && (
          <span className={styles.detail} data-tone="warning">
            {t('adminMail.senders.rejected', { count: rejected })}
          </span>
        )}
      </span>
      {held && (
        <span className={styles.sign} data-tone="warning">
          {t('adminMail.senders.held')}
        </span>
      )}
      <span className={styles.acts}>
        <Button
          variant="default"
          aria-label={t('adminMail.limits.openWho', { name: sender })}
          onClick={onLimits}
        >
          {t('adminMail.limits.open')}
        </Button>
        {/* Held senders can't clear themselves. */}
        {!(held && isOwn) && (
          <Button
            variant="default"
            data-disabled={busy || undefined}
            aria-label={t(held ? 'adminMail.senders.releaseWho' : 'adminMail.senders.holdWho', {
              name: sender,
            })}
            onClick={held ? onRelease : onHold}
          >
            {t(held ? 'adminMail.queue.release' : 'adminMail.senders.hold')}
          </Button>
        )}
      </span>
    </li>
  );
}
