import type { UploadItem } from '../../model/drive/uploads/upload-item.ts';
import styles from './upload-panel.module.css';
import { UploadRow } from './upload-row.tsx';

/** Maximum rows: more would slow down every progress update. */
const MOST_ROWS = 100;
/** First what needs an answer, then what is in progress. */
const ORDER = ['conflict', 'file-needed', 'failed', 'sending', 'offline', 'paused', 'waiting', 'done'];

/** The rows alone, for a dialog with its own frame. */
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
