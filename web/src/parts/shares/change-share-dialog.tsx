import { LIMITS } from '@bocau/contract/limits.ts';
import type { LinkRules } from '@bocau/contract/link-rules.ts';
import type { Share } from '@bocau/contract/shares.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';
import { useAttempt } from '../notices/use-attempt.ts';
import { ShareEnd, useShareEnd } from './share-end.tsx';
import { SharePermissionField } from './share-permission.tsx';
import styles from './shares.module.css';

type Props = { share: Share; onChanged(share: Share): void; onClose(): void };

/** Changes the permission, expiry and password of an existing share. */
export function ChangeShareDialog({ share, onChanged, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [permission, setPermission] = useState(share.permission);
  const [password, setPassword] = useState('');
  const [short, setShort] = useState(false);
  const [rules, setRules] = useState<LinkRules | null>(null);
  const isLink = share.has_password || password !== '';
  const end = useShareEnd(share.expire_date, isLink ? (rules?.days ?? null) : null);
  const { busy, run } = useAttempt();

  useEffect(() => {
    let left = false;
    const to_address = share.share_withs.map(({ email }) => email);
    void api.checkShare({ body: { to_address } }).then(
      ({ data }) => !left && setRules(data.rules),
      // The server checks again on saving.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [api, share]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== '' && [...password].length < LIMITS.sharePasswordLength) return setShort(true);
    const lastSecond = end.read();
    if (lastSecond === undefined) return;
    const changed = await run(async () => {
      const { data } = await api.changeShare({
        params: { id: share.id },
        body: { permission, expire_date: lastSecond, ...(password === '' ? {} : { password }) },
      });
      return data;
    });
    if (!changed) return;
    onChanged(changed);
    notify({ text: t('shares.access.saved') });
    onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shares.access.changeTitle')}
      size={460}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <SharePermissionField value={permission} onChange={setPermission} />
        <TextInput
          label={t('shares.access.newPassword')}
          placeholder={share.has_password ? t('shares.access.newPasswordHint') : undefined}
          className={styles.password}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          value={password}
          error={short && t('shares.passwordShort', { count: LIMITS.sharePasswordLength })}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            setShort(false);
          }}
        />
        <ShareEnd end={end} />
        {isLink && rules?.on === false && (
          <p role="alert" className={styles.fault}>
            {t('shares.linksOff')}
          </p>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('shares.access.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
