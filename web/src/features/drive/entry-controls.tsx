import type { DriveFile } from '@bocau/contract/drive.ts';
import { IconDotsVertical } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import { RowCheckbox } from '../../ui/rows/row-checkbox.tsx';
import { EntrySigns } from './entry-signs.tsx';
import { NameField } from './name-field.tsx';
import type { RowHandlers } from './use-row-handlers.ts';

type Props = { file: DriveFile; className?: string | undefined; handlers: RowHandlers };

export function EntryPick({ file, className, handlers, picked }: Props & { picked: boolean }) {
  const { t } = useTranslation();
  return (
    <RowCheckbox
      className={className}
      label={t('drive.pick', { name: file.name })}
      checked={picked}
      onPick={(range) => handlers.toggle(file, range)}
    />
  );
}

export function EntryMenu({ file, className, handlers }: Props) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={className}
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={t('drive.actsOf', { name: file.name })}
      onClick={(event) => {
        event.stopPropagation();
        handlers.menu(file, event.currentTarget.getBoundingClientRect());
      }}
    >
      <IconDotsVertical size={18} aria-hidden />
    </button>
  );
}

/** The name, or its field while renaming, and the entry's icons. */
export function EntryTitle({ file, renaming, handlers }: Omit<Props, 'className'> & { renaming: boolean }) {
  return (
    <>
      {renaming ? (
        <NameField file={file} onEnd={(name) => handlers.endRename(file, name)} />
      ) : (
        <FileName name={file.name} />
      )}
      <EntrySigns file={file} />
    </>
  );
}
