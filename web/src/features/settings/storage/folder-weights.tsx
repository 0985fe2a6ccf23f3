import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { FolderStorage, StorageOfMailbox } from '@bocau/contract/storage.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { addressOf } from '../../../parts/addresses/list-address.ts';
import { pathWords } from '../../../parts/folders/folder-names.ts';
import lines from '../../../parts/settings/lines.module.css';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { WeightLine } from './weight-line.tsx';

type Props = { storage: StorageOfMailbox; onEmpty(path: string): void };

/** What each folder takes; Trash and Junk can be emptied. */
export function FolderWeights({ storage, onEmpty }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<FolderStorage | null>(null);
  const filled = storage.folders.filter(({ bytes }) => bytes > 0);
  const words = (folder: FolderStorage) => pathWords(t, folder.name);
  const isDiscarded = ({ role }: FolderStorage) => DISCARDED_FOLDERS.some((one) => one === role);
  return (
    <section aria-labelledby="storage-folders">
      <div className={lines.heading}>
        <h2 id="storage-folders">{t('storage.folders')}</h2>
      </div>
      <ul className={lines.lines}>
        {filled.map((folder) => (
          <WeightLine
            key={folder.id}
            title={words(folder)}
            to={addressOf({ kind: 'folder', path: folder.name })}
            about={t('storage.messages', { count: folder.messages })}
            bytes={folder.bytes}
          >
            {isDiscarded(folder) && (
              <Button
                size="xs"
                variant="default"
                aria-label={t('storage.emptyOf', { folder: words(folder) })}
                onClick={() => setAsked(folder)}
              >
                {t('storage.empty')}
              </Button>
            )}
          </WeightLine>
        ))}
        {storage.hidden_bytes > 0 && <WeightLine title={t('storage.hidden')} bytes={storage.hidden_bytes} />}
      </ul>
      {asked && (
        <ChoiceDialog
          title={t('storage.emptyTitle', { folder: words(asked) })}
          safe={t('common.actions.cancel')}
          other={{ label: t('storage.emptyConfirm'), tone: 'danger' }}
          onSafe={() => setAsked(null)}
          onOther={() => {
            setAsked(null);
            onEmpty(asked.name);
          }}
        >
          {t('storage.emptyText', {
            messages: t('storage.messages', { count: asked.messages }),
            size: readableSize(asked.bytes),
          })}
        </ChoiceDialog>
      )}
    </section>
  );
}
