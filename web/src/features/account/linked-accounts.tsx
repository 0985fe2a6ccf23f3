import type { SignOnLink } from '@bocau/contract/sign-on.ts';
import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import styles from '../../parts/account/account-page.module.css';
import { useAccountAttempt } from '../../parts/account/use-account-attempt.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';

/** The single sign-on accounts linked to this mailbox; nothing where there are none and none can be added. */
export function LinkedAccounts() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const heading = useRef<HTMLHeadingElement>(null);
  const [removing, setRemoving] = useState<SignOnLink | null>(null);
  const { run } = useAccountAttempt();
  const { time_zone: zone } = useSettings();
  const list = useQuery({
    queryKey: ['sign-on-links'],
    queryFn: async () => (await api.listSignOnLinks({})).data,
  });
  const nameOf = ({ account }: SignOnLink) => account || t('signOn.links.unnamed');

  const remove = (link: SignOnLink) =>
    run(async () => {
      setRemoving(null);
      requestAnimationFrame(() => heading.current?.focus());
      await api.removeSignOnLink({ params: { id: link.id } });
      notify({ text: t('signOn.links.removed', { account: nameOf(link) }) });
      await queries.invalidateQueries();
    });

  // Few domains have single sign-on, so this shows neither a loading state nor an error.
  if (!list.data || (!list.data.available && list.data.links.length === 0)) return null;
  return (
    <section className={styles.section} aria-labelledby="linked-accounts">
      <div className={styles.heading}>
        <h2 id="linked-accounts" ref={heading} tabIndex={-1}>
          {t('signOn.links.title')}
        </h2>
      </div>
      <p className={styles.about}>
        {t(list.data.links.length === 0 ? 'signOn.links.none' : 'signOn.links.about')}
      </p>
      {list.data.links.length > 0 && (
        <ul className={styles.lines} aria-labelledby="linked-accounts">
          {list.data.links.map((link) => (
            <li key={link.id} className={styles.line}>
              <IconBuilding size={24} stroke={1.5} aria-hidden />
              <span className={styles.what}>
                <span className={styles.name}>{nameOf(link)}</span>
                <span className={styles.detail}>
                  {new URL(link.issuer).host} ·{' '}
                  {link.last_used_at === null
                    ? t('signOn.links.unused')
                    : t('signOn.links.used', { when: shortMoment(link.last_used_at, now(), zone) })}
                </span>
              </span>
              <Button
                variant="default"
                size="xs"
                aria-label={t('signOn.links.removeOf', { account: nameOf(link) })}
                onClick={() => setRemoving(link)}
              >
                {t('signOn.links.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <ChoiceDialog
          title={t('signOn.links.removeTitle', { account: nameOf(removing) })}
          safe={t('common.actions.cancel')}
          other={{ label: t('signOn.links.remove'), tone: 'danger' }}
          onSafe={() => setRemoving(null)}
          onOther={() => void remove(removing)}
        >
          {t('signOn.links.removeAbout')}
        </ChoiceDialog>
      )}
    </section>
  );
}
