import type { DriveFile } from '@bocau/contract/drive.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { stemLength } from './drive-kinds.ts';
import styles from './name-field.module.css';

/** The name of an entry during inline renaming: Enter and blur save it, Escape cancels. */
export function NameField({ file, onEnd }: { file: DriveFile; onEnd(name: string | null): void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  const stem = stemLength(file);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, stem);
  }, [stem]);

  function end(name: string | null): void {
    if (ended.current) return;
    ended.current = true;
    onEnd(name);
  }

  return (
    <input
      ref={field}
      className={styles.field}
      aria-label={t('drive.rename.label')}
      defaultValue={file.name}
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end(event.currentTarget.value);
        if (event.key === 'Escape') end(null);
      }}
    />
  );
}
