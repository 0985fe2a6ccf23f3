import type { DriveFile } from '@bocau/contract/drive.ts';
import { IconFolderFilled } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileKindOf, isFolder } from './drive-kinds.ts';
import styles from './entry-icon.module.css';

/** The thumbnail of a file where there is one, else the icon of its kind. */
export function EntryIcon({ file, size }: { file: DriveFile; size: number }) {
  const [failed, setFailed] = useState(false);
  const style = { '--entry-icon': `${size}px` } as CSSProperties;
  if (isFolder(file)) {
    return (
      <span className={styles.folder} style={style} data-shared={file.prop.shared || undefined}>
        <IconFolderFilled size={Math.round(size * 0.86)} aria-hidden />
      </span>
    );
  }
  const kind = fileKindOf(file);
  // At these sizes a thumbnail is recognisable; in a line of text it would not be.
  const pictured = size >= 40 && kind === 'image' && !failed && file.prop.has_virus !== true;
  return (
    <span className={styles.icon} style={style} data-large={size >= 80 || undefined}>
      {pictured ? (
        <img
          src={`/storage/v1/files/${encodeURIComponent(file.id)}/thumbnail?v=${file.prop.version_id ?? ''}`}
          alt=""
          loading="lazy"
          draggable={false}
          onError={() => setFailed(true)}
        />
      ) : (
        <FileIcon kind={kind} />
      )}
    </span>
  );
}
