import type { CSSProperties } from 'react';
import { type Storage, storageLevel } from './storage-level.ts';
import styles from './storage-meter.module.css';

type StorageMeterProps = { storage: Storage; label: string; words: string; thickness: number };

export function StorageMeter({ storage, label, words, thickness }: StorageMeterProps) {
  return (
    <meter
      className={styles.meter}
      style={{ '--thickness': `${thickness}px` } as CSSProperties}
      data-level={storageLevel(storage)}
      min={0}
      max={100}
      value={Math.min(100, storage.percent)}
      aria-label={label}
      aria-valuetext={words}
    />
  );
}
