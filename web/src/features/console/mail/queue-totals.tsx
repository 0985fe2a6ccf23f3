import type { QueueTotals as Totals } from '@bocau/contract/admin-mail.ts';
import { Button } from '@mantine/core';
import { IconLock, IconServer } from '@tabler/icons-react';
import type { RefObject } from 'react';
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
import { destinationWords } from './reply-words.ts';

const SHOWN = 5;

type Title = RefObject<HTMLElement | null>;
type Props = { ownName: string; title: Title; onShow(destination: string): void };

/** The destinations with the most waiting messages, and senders and destinations that are held as a whole. */
export function QueueTotals({ ownName, title, onShow }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { time_zone: zone } = useSettings();
  const totals = useQuery({
    queryKey: ['queue', 'totals'],
    queryFn: async () => (await api.getQueueTotals({})).data,
  });
  // The list below says that there is no network.
  if (totals.fetchStatus === 'paused' && !totals.data) return null;
  if (!totals.data) return <AccountState query={totals} lines={2} />;
  const { destinations, held_senders, held_destinations } = totals.data;
  const holds = [
    ...held_senders.map(({ email, ...hold }) => ({ ...hold, name: email, whom: { sender: email } })),
    ...held_destinations.map(({ destination, ...hold }) => ({
      ...hold,
      brake: null,
      name: destinationWords(t, destination),
      whom: { destination },
    })),
  ];
  return (
    <>
      {holds.length > 0 && (
        <section className={pageStyles.section} aria-labelledby="queue-holds">
          <div className={pageStyles.heading}>
            <h2 id="queue-holds">{t('adminMail.queue.heldTitle')}</h2>
          </div>
          <ul className={pageStyles.lines}>
            {holds.map((hold) => (
              <Held
                key={JSON.stringify(hold.whom)}
                hold={hold}
                isOwn={'sender' in hold.whom && hold.whom.sender === ownName}
                zone={zone}
                title={title}
              />
            ))}
          </ul>
        </section>
      )}
      {destinations.length > 0 && (
        <section className={pageStyles.section} aria-labelledby="queue-totals">
          <div className={pageStyles.heading}>
            <h2 id="queue-totals">{t('adminMail.queue.totals')}</h2>
          </div>
          <ul className={pageStyles.lines}>
            {destinations.slice(0, SHOWN).map((total) => (
              <Total key={total.destination} total={total} zone={zone} onShow={onShow} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type TotalProps = Pick<Props, 'onShow'> & { total: Totals['destinations'][number]; zone: string };

/** How much is waiting for one destination, and since when. */
function Total({ total, zone, onShow }: TotalProps) {
  const { t, language } = useTranslation();
  const { destination, recipients, held, oldest_at } = total;
  return (
    <li className={pageStyles.line}>
      <IconServer size={20} stroke={1.5} aria-hidden />
      <span className={pageStyles.what}>
        <span className={pageStyles.name}>{destinationWords(t, destination)}</span>
        <span className={pageStyles.detail}>
          {[
            t('adminMail.queue.total', { count: recipients }),
            held > 0 && t('adminMail.queue.totalHeld', { held: held.toLocaleString(language) }),
            t('adminMail.queue.oldest', { oldest: shortMoment(oldest_at, now(), zone) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <Button variant="default" onClick={() => onShow(destination)}>
        {t('adminMail.queue.only')}
      </Button>
    </li>
  );
}

type Hold = {
  at: number;
  actor: string;
  reason: string;
  /** Set where the server rather than a person held it. */
  brake: 'hour' | 'day' | 'refused' | null;
  name: string;
  whom: { sender: string } | { destination: string };
};

type HeldProps = { hold: Hold; isOwn: boolean; zone: string; title: Title };

function Held({ hold, isOwn, zone, title }: HeldProps) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const { at, actor, name, whom } = hold;
  const reason = hold.brake === null ? hold.reason : t(`adminMail.brakes.${hold.brake}`);
  const release = () =>
    run(async () => {
      await api.actOnQueue({ body: { act: 'release', ...whom } });
      // The line is removed, and with it the focused control.
      title.current?.focus();
      notify({ text: t('adminMail.queue.released', { name }) });
      await queries.invalidateQueries({ queryKey: ['queue'] });
    });
  const by = t('adminMail.queue.heldBy', {
    at: shortMoment(at, now(), zone),
    actor: actor || t('adminMail.queue.program'),
  });
  return (
    <li className={pageStyles.line}>
      <IconLock size={20} stroke={1.5} aria-hidden />
      <span className={pageStyles.what}>
        <span className={pageStyles.name}>{name}</span>
        <span className={pageStyles.detail}>{[by, reason].filter(Boolean).join(' · ')}</span>
      </span>
      {isOwn ? (
        <span className={pageStyles.detail}>{t('adminMail.automatic.own')}</span>
      ) : (
        <Button variant="default" data-disabled={busy || undefined} onClick={() => void release()}>
          {t('adminMail.queue.release')}
        </Button>
      )}
    </li>
  );
}
