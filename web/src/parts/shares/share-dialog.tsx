import { LIMITS } from '@bocau/contract/limits.ts';
import type { Share } from '@bocau/contract/shares.ts';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import inSight from '../../ui/layers/buttons-in-sight.module.css';
import { Modal } from '../../ui/layers/modal.tsx';
import { newPassword } from './new-password.ts';
import { ShareEnd } from './share-end.tsx';
import { ShareMade } from './share-made.tsx';
import { SharePeople } from './share-people.tsx';
import { SharePermissionField } from './share-permission.tsx';
import styles from './shares.module.css';
import { type NewShare, type ShareableFile, useNewShare } from './use-new-share.ts';

type Props = {
  files: readonly ShareableFile[];
  onShared?(share: Share): void;
  onClose(): void;
};

/** SH-2 SH-3 SH-4: people, permission, password and expiry; then the link, and the password once. */
export function ShareDialog({ files, onShared, onClose }: Props) {
  const { t } = useTranslation();
  const share = useNewShare(files, onShared);
  const { made } = share;
  const [first] = files;
  const title =
    files.length === 1 && first
      ? t('shares.title', { name: first.name })
      : t('shares.titleMany', { count: files.length });
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === null ? title : t('shares.made')}
      size={520}
      centered
      closeOnClickOutside={false}
      closeOnEscape={made === null}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {made === null ? (
        <ShareForm share={share} onClose={onClose} />
      ) : (
        <ShareMade
          share={made}
          password={share.hasPassword ? share.password : null}
          notified={share.notifies}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

function ShareForm({ share, onClose }: { share: NewShare; onClose(): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { isStuck } = share;
  return (
    <form className={styles.form} onSubmit={(event) => void share.submit(event)} noValidate>
      <SharePeople
        field={share.field}
        people={share.people}
        outside={share.outside}
        typed={typed}
        fault={isStuck ? t(share.rules.on ? 'shares.noLinks' : 'shares.linksOff') : share.peopleFault}
        onType={setTyped}
        onChange={(people) => share.setPeople(people)}
        onFault={share.setPeopleFault}
      />
      <SharePermissionField value={share.permission} onChange={share.setPermission} />
      <SharePassword share={share} />
      <ShareEnd end={share.end} />
      <Checkbox
        label={t('shares.notify')}
        description={t('shares.notifyHint')}
        checked={share.notifies}
        onChange={({ currentTarget }) => share.setNotifies(currentTarget.checked)}
      />
      <Group justify="flex-end" gap={8} className={inSight.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button type="submit" loading={share.busy} disabled={isStuck}>
          {t('shares.submit')}
        </Button>
      </Group>
    </form>
  );
}

/** Required as soon as a person is outside. */
function SharePassword({ share }: { share: NewShare }) {
  const { t } = useTranslation();
  const { someOutside, hasPassword } = share;
  return (
    <div className={styles.option}>
      <Checkbox
        label={t('shares.withPassword')}
        description={someOutside ? t('shares.passwordNeeded') : undefined}
        checked={hasPassword}
        disabled={someOutside}
        onChange={({ currentTarget }) => share.setWantsPassword(currentTarget.checked)}
      />
      {hasPassword && (
        <div className={styles.withButton}>
          <TextInput
            ref={share.secret}
            aria-label={t('shares.password')}
            className={styles.password}
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={share.password}
            error={share.short && t('shares.passwordShort', { count: LIMITS.sharePasswordLength })}
            onChange={({ currentTarget }) => share.changePassword(currentTarget.value)}
          />
          <Button variant="default" onClick={() => share.setPassword(newPassword())}>
            {t('shares.otherPassword')}
          </Button>
        </div>
      )}
    </div>
  );
}
