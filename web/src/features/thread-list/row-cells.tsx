import type { Thread } from '@bocau/contract/threads.ts';
import {
  IconAlertTriangle,
  IconBellOff,
  IconExclamationMark,
  IconEye,
  IconMailQuestion,
  IconPaperclip,
  IconPin,
} from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cut } from '../../lib/text.ts';
import { LabelChip } from '../../parts/labels/label-chip.tsx';
import { MarkedText } from '../../parts/marked-text/marked-text.tsx';
import { SubjectWords } from '../../parts/subjects/subject-words.tsx';
import styles from './thread-row.module.css';
import type { RowText } from './use-row-text.ts';

const LABEL_LENGTH = 15;
/** Of the labels of a conversation; how many more there are is said by their number. */
const SHOWN_LABELS = 2;

type CellProps = { thread: Thread; text: RowText };
/** `words` are the search terms. */
type SearchedCellProps = CellProps & { words: readonly string[] };

/** The people of the conversation, whether one of them is doubtful, and the number of messages. */
export function RowPeople({ thread, text, words }: SearchedCellProps) {
  const { t } = useTranslation();
  const { doubt } = text;
  return (
    <>
      {text.draft && <span className={styles['draft']}>{text.draft}</span>}
      {doubt && (
        <IconAlertTriangle
          className={styles['doubt']}
          size={16}
          role="img"
          aria-label={t('threadDetail.doubts.label')}
        />
      )}
      <span className={styles['names']} title={doubt && `${text.names}. ${doubt}`}>
        {text.to && <span className={styles['to']}>{text.to} </span>}
        <MarkedText text={text.names} words={words} />
      </span>
      {thread.message_count > 1 && <span className={styles['count']}>{thread.message_count}</span>}
    </>
  );
}

type SubjectProps = SearchedCellProps & { href: string; onOpen(event: MouseEvent): void };

/** The subject; its link can be opened in a new tab too. */
export function RowSubject({ thread, text, words, href, onOpen }: SubjectProps) {
  const hasChips = text.labels.length > 0 || Boolean(text.later);
  const below = (
    <>
      {text.foundIn && (
        <span className={styles['found']} title={text.foundIn}>
          {text.foundIn}
        </span>
      )}
      {hasChips && <RowChips text={text} />}
      <span className={styles['snippet']}>
        <MarkedText text={thread.found_text ?? thread.snippet} words={words} fromHit />
      </span>
    </>
  );
  return (
    <>
      <a
        className={styles['subject']}
        href={href}
        tabIndex={-1}
        draggable={false}
        onClick={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onOpen(event);
        }}
      >
        <SubjectWords subject={thread.subject} words={words} fromHit />
      </a>
      {hasChips ? <span className={styles['below']}>{below}</span> : below}
    </>
  );
}

/** When it comes back or is answered, and its labels. */
function RowChips({ text: { later, labels, labelNames } }: Pick<CellProps, 'text'>) {
  const rest = labels.length - SHOWN_LABELS;
  return (
    <span className={styles['labels']} title={rest > 0 ? labelNames : undefined}>
      {later && <span className={styles['later']}>{later}</span>}
      {labels.slice(0, SHOWN_LABELS).map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {rest > 0 && <span className={styles['more']}>+{rest}</span>}
    </span>
  );
}

/** Other properties of a conversation, as icons. */
export function RowSigns({ thread, text }: CellProps) {
  const { t } = useTranslation();
  return (
    <>
      {thread.status !== '' && (
        <span className={styles['failed']} data-status={thread.status}>
          {t(`threadList.status.${thread.status}`)}
        </span>
      )}
      {text.pinned && <IconPin className={styles['pin']} size={16} role="img" aria-label={text.pinned} />}
      {text.muted && <IconBellOff size={16} role="img" aria-label={text.muted} />}
      {text.size && <span className={styles['size']}>{text.size}</span>}
      {text.folder && (
        <span className={styles['label']} title={text.folder}>
          {cut(text.folder, LABEL_LENGTH)}
        </span>
      )}
      {thread.tracking && (
        <span className={styles['opened']} role="img" aria-label={text.opened} title={text.opened}>
          <IconEye size={16} aria-hidden />
          {thread.tracking.view_count || ''}
        </span>
      )}
      {text.important && (
        <IconExclamationMark size={16} className={styles['important']} aria-label={text.important} />
      )}
      {text.receipt && <IconMailQuestion size={16} aria-label={text.receipt} />}
      {text.attachments && <IconPaperclip size={16} aria-label={text.attachments} />}
    </>
  );
}

export function RowTime({ thread, text: { time, zone } }: CellProps) {
  return (
    <time
      dateTime={new Date(thread.last_message_timestamp * 1000).toISOString()}
      title={zone && `${time}${zone}`}
    >
      {time}
      {zone && <span className={styles['zone']}>{zone}</span>}
    </time>
  );
}
