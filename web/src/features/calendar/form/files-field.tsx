import { type EventFile, MOST_EVENT_FILES } from '@bocau/contract/event-files.ts';
import { Button } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { loadLaterWords } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { cardAddress } from '../../../parts/drive/card-address.ts';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { kindOf } from '../../../parts/files/file-kinds.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import styles from './files-field.module.css';

const DrivePicker = lazyPart(async () => {
  const [{ DrivePicker: Part }] = await Promise.all([
    import('../../../parts/drive-picker/drive-picker.tsx'),
    loadLaterWords(),
  ]);
  return Part;
});

type Props = {
  files: readonly EventFile[];
  /** Of one's own calendar: in that of another person the shares would be theirs. */
  mayAdd: boolean;
  hasGuests: boolean;
  onChange(files: readonly EventFile[]): void;
};

/** The files of an event, chosen in the drive as for a message. */
export function FilesField({ files, mayAdd, hasGuests, onChange }: Props) {
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const isFull = files.length >= MOST_EVENT_FILES;
  return (
    <div className={styles.files}>
      {files.length > 0 && (
        <ul aria-label={t('calendar.files.label')}>
          {files.map((file) => (
            <li key={file.url}>
              <FileIcon kind={kindOf({ name: file.name, content_type: '' })} />
              <span className={styles.name}>
                {file.name} {file.size !== null && <small>{readableSize(file.size)}</small>}
              </span>
              <ToolButton
                icon={IconX}
                label={t('calendar.files.remove', { name: file.name })}
                onClick={() => onChange(files.filter(({ url }) => url !== file.url))}
              />
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPaperclip size={16} />}
            disabled={isFull}
            onClick={() => setPicking(true)}
          >
            {t('calendar.files.add')}
          </Button>
        </div>
      )}
      {isFull && <p>{t('calendar.files.most', { count: MOST_EVENT_FILES })}</p>}
      {files.length > 0 && hasGuests && <p>{t('calendar.files.hint')}</p>}
      {isPicking && (
        <Suspense fallback={null}>
          <DrivePicker
            onLinks={(_cards, picked) => {
              const added = picked.map(({ id, name, type, size }) => ({
                ...{ name, url: cardAddress(id, type) },
                size: type === 'file' ? size : null,
              }));
              const all = new Map([...files, ...added].map((file) => [file.url, file]));
              onChange([...all.values()].slice(0, MOST_EVENT_FILES));
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
