import type { Label } from '@bocau/contract/labels.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { rowOfThread } from '../../model/mail/row-of-thread.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import chip from '../../parts/labels/label-chip.module.css';
import { LabelChip } from '../../parts/labels/label-chip.tsx';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { useLabelsOf } from '../../parts/labels/use-labels.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { Link } from '../../router/router.tsx';
import { setLabel, setLabelOfMessage } from '../thread-actions/set-labels.ts';
import styles from './label-line.module.css';

/** The labels of an open conversation, each of which leads to its list and can be taken off. */
export function ThreadLabelLine({ thread }: { thread: ThreadWithMessages }) {
  const model = useMailModel();
  // A label of any message that is shown.
  const label_ids = [...new Set(thread.messages.flatMap((message) => message.label_ids ?? []))];
  const list = { kind: 'folder', path: thread.mailbox_name } as const;
  const target = { model, list, threads: [{ ...rowOfThread(thread), label_ids }], whole: null };
  return <Chips ids={label_ids} onRemove={(label) => setLabel(target, label, false)} />;
}

/** The labels of a message where its conversation carries others: those of all messages are above. */
export function MessageLabels({ thread, message }: { thread: ThreadWithMessages; message: Message }) {
  const model = useMailModel();
  const own = message.label_ids ?? [];
  const isCommon = thread.messages.every(({ label_ids = [] }) => label_ids.join() === own.join());
  if (own.length === 0 || isCommon) return null;
  return <Chips ids={own} onRemove={(label) => setLabelOfMessage(model, thread, message, label, false)} />;
}

function Chips({ ids, onRemove }: { ids: readonly string[]; onRemove(label: Label): void }) {
  const { t } = useTranslation();
  const labels = useLabelsOf(ids);
  if (labels.length === 0) return null;
  return (
    <ul className={styles.labels} aria-label={t('folders.labels')}>
      {labels.map((label) => (
        <li key={label.id}>
          <LabelChip
            label={label}
            large
            after={
              <button
                type="button"
                className={`${chip.remove} not-printed`}
                aria-label={t('threadDetail.removeLabel', { name: labelPathWords(label.name) })}
                onClick={() => onRemove(label)}
              >
                <IconX size={14} aria-hidden />
              </button>
            }
          >
            <Link to={addressOf({ kind: 'label', id: label.id })}>{labelPathWords(label.name)}</Link>
          </LabelChip>
        </li>
      ))}
    </ul>
  );
}
