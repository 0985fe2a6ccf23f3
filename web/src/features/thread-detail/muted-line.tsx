import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconBellOff, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { performShortcut } from '../thread-actions/acts.ts';
import styles from './muted-line.module.css';

/** Says that the open conversation is muted, and ends it. */
export function MutedLine({ thread }: { thread: ThreadWithMessages }) {
  const { t } = useTranslation();
  const model = useMailModel();
  if (!thread.muted) return null;
  const { messages: _, snippets: __, ...row } = thread;
  const list = { kind: 'folder', path: thread.mailbox_name } as const;
  return (
    <p className={styles.muted}>
      <IconBellOff size={16} aria-hidden />
      {t('threadList.muted')}
      <button
        type="button"
        className="not-printed"
        aria-label={t('threadDetail.unmute')}
        title={t('threadDetail.unmute')}
        onClick={() => performShortcut('m', { model, list, threads: [row], whole: null })}
      >
        <IconX size={14} aria-hidden />
      </button>
    </p>
  );
}
