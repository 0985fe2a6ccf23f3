import { IconChevronDown, IconChevronUp, IconPlaylistX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import type { UploadItem } from '../../model/drive/uploads/upload-item.ts';
import { PHONE } from '../../ui/breakpoints.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { useFocusInside } from '../keyboard/use-focus-inside.ts';
import { UploadList } from './upload-list.tsx';
import styles from './upload-panel.module.css';
import { uploadPercent } from './upload-percent.ts';
import { useUploadQueue, useUploads } from './use-uploads.ts';

/** How long a phone says that all is uploaded: the panel covers rows there. */
const DONE_SHOWN_MS = 4000;

/**
 * Uploads in a corner of the screen; nothing while there are none. See use-uploads.ts for how to mount it.
 */
export function UploadPanel() {
  const { t } = useTranslation();
  const queue = useUploadQueue();
  const items = useUploads();
  const [collapsed, setCollapsed] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useFocusInside(panel, () =>
    (panel.current ?? document.getElementById('content'))?.focus({ preventScroll: true }),
  );
  const isBrief = useMedia(PHONE) && items.length > 0 && items.every(({ state }) => state === 'done');
  useEffect(() => (isBrief ? after(DONE_SHOWN_MS, queue.clearDone) : undefined), [isBrief, queue]);
  if (items.length === 0) return null;
  const percent = uploadPercent(items);
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label={t('uploads.title')}>
      <header className={styles.head}>
        <strong aria-live="polite">{titleOf(t, items)}</strong>
        <span className={styles.percent}>{t('uploads.percent', { percent })}</span>
        {items.some(({ state }) => state === 'done') && (
          <ToolButton
            icon={IconPlaylistX}
            label={t('uploads.clear')}
            size={32}
            iconSize={18}
            onClick={() => queue.clearDone()}
          />
        )}
        <ToolButton
          icon={collapsed ? IconChevronUp : IconChevronDown}
          label={t(collapsed ? 'uploads.expand' : 'uploads.collapse')}
          size={32}
          iconSize={18}
          aria-expanded={!collapsed}
          onClick={() => setCollapsed(!collapsed)}
        />
      </header>
      {!collapsed && <UploadList items={items} />}
    </section>
  );
}

function titleOf(t: Say, items: readonly UploadItem[]): string {
  const count = (...states: string[]) => items.filter(({ state }) => states.includes(state)).length;
  if (count('conflict', 'file-needed') > 0) return t('uploads.asking');
  const running = count('waiting', 'sending', 'offline');
  if (running > 0) return t('uploads.running', { count: running });
  return t(count('done') === items.length ? 'uploads.doneAll' : 'uploads.stopped');
}
