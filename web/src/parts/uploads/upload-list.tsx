import type { UploadItem } from '../../model/drive/uploads/upload-item.ts';
import styles from './upload-panel.module.css';
import { UploadRow } from './upload-row.tsx';

/** More rows than anybody reads would make each step of progress slow. */
const MOST_ROWS = 100;
/** What somebody has to answer, and what moves, comes first. */
const ORDER = ['conflict', 'file-needed', 'failed', 'sending', 'offline', 'paused', 'waiting', 'done'];

/** The rows alone, for a dialog that has its own frame. */
export function UploadList({ items }: { items: readonly UploadItem[] }) {
  const shown = [...items]
    .sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
    .slice(0, MOST_ROWS);
  const asked = items.filter(({ state }) => state === 'conflict').length;
  return (
    <ul className={styles.list}>
      {shown.map((item) => (
        <UploadRow key={item.key} item={item} others={asked > 1 || items.length > 1} />
      ))}
    </ul>
  );
}
