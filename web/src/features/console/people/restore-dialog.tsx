import type { MailRestore } from '@bocau/contract/admin-restore.ts';
import type { Person } from '@bocau/contract/people.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullMoment } from '../../../lib/dates.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { pathWords } from '../../../parts/folders/folder-names.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import styles from './people.module.css';

type Props = { person: Person; onClose(begun: MailRestore | null): void };

/** Chooses a backup and a folder in it; deleted folders come first. */
export function RestoreDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { time_zone: zone } = useSettings();
  const { busy, run } = useAccountAttempt();
  const [chosen, setChosen] = useState<{ backup?: string; folder?: string }>({});
  const params = { id: person.id };
  const backups = useQuery({ queryKey: ['backups'], queryFn: async () => (await api.listBackups({})).data });
  const backup = chosen.backup ?? backups.data?.[0]?.name ?? null;
  const folders = useQuery({
    queryKey: ['backup-folders', person.id, backup],
    enabled: backup !== null,
    queryFn: async () => {
      const { data } = await api.listBackupFolders({ params, query: { backup: backup ?? '' } });
      return data.sort((a, b) => Number(a.is_there) - Number(b.is_there));
    },
  });
  const folder = chosen.folder ?? folders.data?.[0]?.path ?? null;

  const begin = () =>
    run(async () => {
      if (backup === null || folder === null) return;
      onClose((await api.restoreFolder({ params, body: { backup, folder } })).data);
    });

  return (
    <Modal
      opened
      onClose={() => onClose(null)}
      title={t('admin.restore.open')}
      size={460}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className={styles.link}>
        {!backups.data && <AccountState query={backups} lines={2} />}
        {backups.data?.length === 0 && <p>{t('admin.restore.none')}</p>}
        {backup !== null && (
          <NativeSelect
            label={t('admin.restore.backup')}
            value={backup}
            onChange={({ currentTarget: { value } }) => setChosen({ backup: value })}
            data={(backups.data ?? []).map(({ name, at }) => ({ value: name, label: fullMoment(at, zone) }))}
          />
        )}
        {backup !== null && !folders.data && <AccountState query={folders} lines={2} />}
        {folders.data?.length === 0 && <p>{t('admin.restore.noFolders', { name: person.fullname })}</p>}
        {folder !== null && (
          <NativeSelect
            label={t('admin.restore.folder')}
            description={t('admin.restore.below')}
            value={folder}
            onChange={({ currentTarget: { value } }) =>
              setChosen({ backup: backup ?? undefined, folder: value })
            }
            data={(folders.data ?? []).map(({ path, is_there }) => {
              const name = pathWords(t, path);
              return { value: path, label: is_there ? name : t('admin.restore.gone', { name }) };
            })}
          />
        )}
        <div className={styles.acts}>
          <Button disabled={busy || folder === null || !folders.data} onClick={() => void begin()}>
            {t('admin.restore.submit')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
