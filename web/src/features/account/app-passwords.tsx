import type { AppPassword } from '@bocau/contract/app-passwords.ts';
import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import styles from '../../parts/account/account-page.module.css';
import { AccountState } from '../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../parts/account/use-account-attempt.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { AppPasswordDialog } from './app-password-dialog.tsx';
import { useAppPasswords } from './use-app-passwords.ts';

type Props = {
  /** Programs can't sign in with the account's password. */
  needed: boolean;
  making: boolean;
  onMaking(making: boolean): void;
};

/** Passwords of mail programs; each can be revoked separately. */
export function AppPasswords({ needed, making, onMaking }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const heading = useRef<HTMLHeadingElement>(null);
  const { time_zone: zone } = useSettings();
  const [revoking, setRevoking] = useState<AppPassword | null>(null);
  const { run } = useAccountAttempt();
  const list = useAppPasswords();
  const passwords = list.data?.data;
  const changed = () => queries.invalidateQueries({ queryKey: ['app-passwords'] });
  const backToHeading = () => requestAnimationFrame(() => heading.current?.focus());

  const revoke = ({ id, name }: AppPassword) =>
    run(async () => {
      setRevoking(null);
      backToHeading();
      await api.revokeAppPassword({ params: { id } });
      notify({ text: t('protection.app.revoked', { name }) });
      await changed();
    });

  return (
    <section className={styles.section} aria-labelledby="app-passwords">
      <div className={styles.heading}>
        <h2 id="app-passwords" ref={heading} tabIndex={-1}>
          {t('protection.app.title')}
        </h2>
        <Button variant="default" onClick={() => onMaking(true)}>
          {t('protection.app.make')}
        </Button>
      </div>
      <p className={styles.about}>{t(needed ? 'protection.app.offer' : 'protection.app.about')}</p>
      {!list.data && <AccountState query={list} lines={1} />}
      {passwords?.length === 0 && <p className={styles.about}>{t('protection.app.none')}</p>}
      {passwords && passwords.length > 0 && (
        <ul className={styles.lines}>
          {passwords.map((one) => (
            <Line key={one.id} password={one} onRevoke={() => setRevoking(one)} />
          ))}
        </ul>
      )}
      {making && list.data && (
        <AppPasswordDialog
          // Servers of the previous release don't send the scopes.
          offered={list.data.meta?.scopes ?? ['smtp']}
          onMade={() => void changed()}
          onClose={() => {
            onMaking(false);
            backToHeading();
          }}
        />
      )}
      {revoking && (
        <ChoiceDialog
          title={t('protection.app.revokeTitle', { name: revoking.name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('protection.app.revoke'), tone: 'danger' }}
          onSafe={() => setRevoking(null)}
          onOther={() => void revoke(revoking)}
        >
          {t('protection.app.revokeAbout', { when: shortMoment(revoking.created_at, now(), zone) })}
        </ChoiceDialog>
      )}
    </section>
  );
}

function Line({ password, onRevoke }: { password: AppPassword; onRevoke(): void }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const when = (at: number) => shortMoment(at, now(), zone);
  const { name, scopes, created_at, last_used_at: usedAt, last_used_from: from } = password;
  const used = usedAt === null ? null : { when: when(usedAt), from: from ?? '' };
  return (
    <li className={styles.line}>
      <IconTerminal2 size={20} stroke={1.75} aria-hidden />
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>
          {scopes.map((scope) => t(`protection.app.scope.${scope}`)).join(', ')} ·{' '}
          {t('protection.app.created', { when: when(created_at) })} ·{' '}
          {used ? t('protection.app.used', used) : t('protection.app.unused')}
        </span>
      </div>
      <Button variant="default" aria-label={t('protection.app.revokeOf', { name })} onClick={onRevoke}>
        {t('protection.app.revoke')}
      </Button>
    </li>
  );
}
