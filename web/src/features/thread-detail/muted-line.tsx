import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconBellOff, IconX } from '@tabler/icons-react';
import { say } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { rowOfThread } from '../../model/mail/row-of-thread.ts';
import { groupsOf } from '../../parts/acts/act-target.ts';
import { recordActs } from '../../parts/acts/record-acts.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import styles from './muted-line.module.css';

/** Says that the open conversation is muted, and ends it. */
export function MutedLine({ thread }: { thread: ThreadWithMessages }) {
  const { t } = useTranslation();
  const model = useMailModel();
  if (!thread.muted) return null;

  function unmute(): void {
    const groups = groupsOf([rowOfThread(thread)]);
    const act = model.act({ kind: 'mute', groups, on: false });
    const words = () => say('acts.done.unmute', { threads: say('acts.threads', { count: 1 }) });
    const id = recordActs(words, [act]);
    notify({ text: words(), undo: () => takeBack(id), about: [act.id] });
  }

  return (
    <p className={styles.muted}>
      <IconBellOff size={16} aria-hidden />
      {t('threadList.muted')}
      <button
        type="button"
        className="not-printed"
        aria-label={t('threadDetail.unmute')}
        title={t('threadDetail.unmute')}
        onClick={unmute}
      >
        <IconX size={14} aria-hidden />
      </button>
    </p>
  );
}
