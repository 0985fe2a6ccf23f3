import type { Passkey } from '@bocau/contract/passkeys.ts';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import styles from '../../parts/account/account-page.module.css';
import { AccountState } from '../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../parts/account/use-account-attempt.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { makePasskey, passkeyObstacle } from '../../parts/passkeys/authenticator.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { deviceName } from './device-name.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';

type Props = {
  /** Whether there is an authenticator app too, so that removing the last passkey keeps two-step on. */
  hasApp: boolean;
  /** Two-step verification was turned on by adding a passkey; its recovery codes are shown once. */
  onCodes(codes: string[]): void;
  onChanged(): void;
};

type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** AU-1: the passkeys, which sign in without a password; each can be removed separately. */
export function PasskeysSection({ hasApp, onCodes, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const { run } = useAccountAttempt();
  const list = useQuery({ queryKey: ['passkeys'], queryFn: async () => (await api.listPasskeys({})).data });
  const obstacle = passkeyObstacle();

  function close() {
    setOpen(null);
    requestAnimationFrame(() => heading.current?.focus());
  }

  async function add(name: string) {
    const passkey = await makePasskey((await api.beginPasskey({})).data);
    const { recovery_codes } = (await api.addPasskey({ body: { name, passkey } })).data;
    if (recovery_codes.length === 0) close();
    else setOpen(null);
    notify({ text: t('passkeys.added', { name }) });
    onChanged();
    if (recovery_codes.length > 0) onCodes(recovery_codes);
  }

  async function rename({ id }: Passkey, name: string) {
    await api.renamePasskey({ params: { id }, body: { name } });
    close();
    notify({ text: t('passkeys.renamed', { name }) });
    onChanged();
  }

  const remove = ({ id, name }: Passkey) =>
    run(async () => {
      close();
      await api.removePasskey({ params: { id } });
      notify({ text: t('passkeys.removed', { name }) });
      onChanged();
    });

  return (
    <section className={styles.section} aria-labelledby="passkeys">
      <div className={styles.heading}>
        <h2 id="passkeys" ref={heading} tabIndex={-1}>
          {t('passkeys.title')}
        </h2>
        {obstacle === null && (
          <Button variant="default" onClick={() => setOpen({ kind: 'add' })}>
            {t('passkeys.add')}
          </Button>
        )}
      </div>
      <p className={styles.about}>{t('passkeys.about')}</p>
      {obstacle !== null && <p className={styles.about}>{t(`passkeys.fault.${obstacle}`)}</p>}
      {list.data ? (
        <Passkeys passkeys={list.data} onOpen={setOpen} />
      ) : (
        <AccountState query={list} lines={1} />
      )}
      {open?.kind === 'add' && (
        <PasskeyDialog
          title={t('passkeys.addTitle')}
          about={t('passkeys.addAbout')}
          first={deviceName(navigator.userAgent)}
          submit={t('passkeys.goOn')}
          busyWords={t('passkeys.waiting')}
          onName={add}
          onClose={close}
        />
      )}
      {open?.kind === 'rename' && (
        <PasskeyDialog
          title={t('passkeys.renameTitle')}
          first={open.passkey.name}
          submit={t('passkeys.save')}
          onName={(name) => rename(open.passkey, name)}
          onClose={close}
        />
      )}
      {open?.kind === 'remove' && (
        <ChoiceDialog
          title={t('passkeys.removeTitle', { name: open.passkey.name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('passkeys.remove'), tone: 'danger' }}
          onSafe={close}
          onOther={() => void remove(open.passkey)}
        >
          {t(!hasApp && list.data?.length === 1 ? 'passkeys.removeLast' : 'passkeys.removeAbout')}
        </ChoiceDialog>
      )}
    </section>
  );
}

type PasskeysProps = { passkeys: readonly Passkey[]; onOpen(open: Open): void };

function Passkeys({ passkeys, onOpen }: PasskeysProps) {
  const { t } = useTranslation();
  if (passkeys.length === 0) return <p className={styles.about}>{t('passkeys.none')}</p>;
  return (
    <ul className={styles.lines}>
      {passkeys.map((passkey) => (
        <Line
          key={passkey.id}
          passkey={passkey}
          onRename={() => onOpen({ kind: 'rename', passkey })}
          onRemove={() => onOpen({ kind: 'remove', passkey })}
        />
      ))}
    </ul>
  );
}

function Line({ passkey, onRename, onRemove }: { passkey: Passkey; onRename(): void; onRemove(): void }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { name, backed_up, created_at, last_used_at: usedAt } = passkey;
  const when = (at: number) => shortMoment(at, now(), zone);
  return (
    <li className={styles.line}>
      <IconFingerprint size={20} stroke={1.75} aria-hidden />
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>
          {t('passkeys.created', { when: when(created_at) })} ·{' '}
          {usedAt === null ? t('passkeys.unused') : t('passkeys.used', { when: when(usedAt) })}
          {backed_up && ` · ${t('passkeys.synced')}`}
        </span>
      </div>
      <Button variant="default" aria-label={t('passkeys.renameOf', { name })} onClick={onRename}>
        {t('passkeys.rename')}
      </Button>
      <Button variant="default" aria-label={t('passkeys.removeOf', { name })} onClick={onRemove}>
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}
