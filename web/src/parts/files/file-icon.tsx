import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconPresentation,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import styles from './file-icon.module.css';
import type { FileKind } from './file-kinds.ts';

const ICONS: Record<FileKind, ComponentType<{ size?: number; 'aria-hidden'?: boolean }>> = {
  image: IconPhoto,
  video: IconMovie,
  audio: IconMusic,
  archive: IconFileZip,
  word: IconFileText,
  excel: IconFileSpreadsheet,
  powerpoint: IconPresentation,
  pdf: IconFileTypePdf,
  other: IconFile,
};

export function FileIcon({ kind }: { kind: FileKind }) {
  const Icon = ICONS[kind];
  return (
    <span className={styles.icon} data-kind={kind}>
      <Icon size={22} aria-hidden />
    </span>
  );
}
