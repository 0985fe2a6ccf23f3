// biome-ignore-all lint/a11y/useSemanticElements: a <table> can not place its rows freely, as scrolling needs
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the row of its cursor
import { roleOf } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { zoneWords } from '@bocau/contract/zone-words.ts';
import {
  IconAlertTriangle,
  IconCheck,
  IconExclamationMark,
  IconEye,
  IconMail,
  IconMailOpened,
  IconMailQuestion,
  IconPaperclip,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react';
import { type MouseEvent, memo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isSameWall, shortDate, shortMoment } from '../../lib/dates.ts';
import { readableSize } from '../../lib/sizes.ts';
import { cut } from '../../lib/text.ts';
import { now } from '../../lib/timers.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { MarkedText } from '../../parts/marked-text/marked-text.tsx';
import { doubtWords, isDoubtful } from '../../parts/senders/sender-doubts.ts';
import { SubjectWords, subjectWords } from '../../parts/subjects/subject-words.tsx';
import type { ThreadAct } from '../thread-actions/acts.ts';
import { RowFace } from './row-face.tsx';
import { facedOf, namesOf, namesRecipients, peopleOf } from './row-words.ts';
import styles from './thread-row.module.css';

const LABEL_LENGTH = 15;

/** What a row asks of its list; the same object as long as the list is the same. */
export type RowHandlers = {
  own: ReadonlySet<string>;
  /** Of the user: what is planned is shown in it. */
  timeZone: string;
  href(thread: Thread): string;
  open(thread: Thread): void;
  toggle(thread: Thread, range: boolean): void;
  star(thread: Thread): void;
  quickActs(thread: Thread): readonly ThreadAct[];
  perform(act: ThreadAct, thread: Thread): void;
  point(thread: Thread | null): void;
  drag(thread: Thread, data: DataTransfer): void;
  dragEnd(): void;
};

type RowProps = {
  thread: Thread;
  rowId: string;
  index: number;
  top: number;
  tall: boolean;
  /** The face of the sender stands where a finger picks. */
  faced: boolean;
  picked: boolean;
  anyPicked: boolean;
  cursor: boolean;
  open: boolean;
  /** Where rows come from several folders. */
  labelled: boolean;
  /** Where rows stand in the order of their sizes. */
  sized: boolean;
  words: readonly string[];
  handlers: RowHandlers;
};

/** Drawn again only when its own thread or its own state changes. */
export const ThreadRow = memo(function ThreadRow(props: RowProps) {
  const { thread, tall, picked, open, words, handlers } = props;
  const { t, language } = useTranslation();
  const [pointed, setPointed] = useState(false);
  const people = peopleOf(thread);
  const doubtful = people.find(isDoubtful);
  const faced = props.faced ? facedOf(people, handlers.own) : undefined;
  // Whom one writes to is who the address says.
  const isToWhom = namesRecipients(thread.mailbox_name);
  const nobody = isToWhom ? 'threadList.nobody' : 'threadDetail.message.nobody';
  const names = namesOf(people, handlers.own, t('threadList.me')) || t(nobody);
  const toWhom = isToWhom && people.length > 0;
  const planned = roleOf(thread.mailbox_name)?.pending === true;
  // Of a pending message it is the time at which it will be sent.
  const at = thread.last_message_timestamp;
  const time = planned ? shortMoment(at, now(), handlers.timeZone) : shortDate(at, now());
  const zone = elsewhereWords();
  const foundIn = thread.found_in && t('threadList.foundIn', { name: thread.found_in });
  const states = [
    styles['row'],
    tall ? styles['tall'] : styles['flat'],
    thread.unread ? styles['unread'] : '',
    picked ? styles['picked'] : '',
    open ? styles['open'] : '',
    props.cursor ? styles['cursor'] : '',
    props.anyPicked ? styles['picking'] : '',
  ];

  function point(here: boolean) {
    setPointed(here);
    handlers.point(here ? thread : null);
  }

  function click(event: MouseEvent) {
    if (event.shiftKey) handlers.toggle(thread, true);
    else if (event.ctrlKey || event.metaKey) window.open(handlers.href(thread), '_blank', 'noopener');
    else handlers.open(thread);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's
    <div
      id={props.rowId}
      data-thread={thread.id}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={picked}
      aria-label={spokenRow()}
      className={states.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${props.top}px)` }}
      draggable
      onDragStart={(event) => handlers.drag(thread, event.dataTransfer)}
      onDragEnd={handlers.dragEnd}
      onPointerEnter={() => point(true)}
      onPointerLeave={() => point(false)}
      onClick={click}
    >
      <div className={styles['sheet']} role="presentation" data-sheet>
        <span className={styles['pick']} role="gridcell">
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's */}
          <label className={styles['room']} onClick={(event) => event.stopPropagation()}>
            {props.faced && (
              <span className={styles['face']} aria-hidden>
                {picked ? (
                  <IconCheck size={20} />
                ) : (
                  <RowFace person={faced} proven={isToWhom || faced?.proven === true} />
                )}
              </span>
            )}
            <input
              type="checkbox"
              tabIndex={-1}
              checked={picked}
              aria-label={t('threadList.pickRow')}
              onChange={() => undefined}
              onClick={(event) => {
                event.stopPropagation();
                handlers.toggle(thread, event.shiftKey);
              }}
            />
          </label>
        </span>
        <span className={styles['star']} role="gridcell">
          {!roleOf(thread.mailbox_name)?.pending && (
            <button
              type="button"
              tabIndex={-1}
              aria-pressed={thread.starred}
              aria-label={thread.starred ? t('acts.labels.unstar') : t('acts.labels.star')}
              onClick={(event) => {
                event.stopPropagation();
                handlers.star(thread);
              }}
            >
              {thread.starred ? <IconStarFilled size={18} /> : <IconStar size={18} />}
            </button>
          )}
        </span>
        <span className={styles['dot']} />
        <span className={styles['people']} role="gridcell">
          {thread.draft_ids.length > 0 && <span className={styles['draft']}>{t('threadList.draft')}</span>}
          {doubtful && (
            <IconAlertTriangle
              className={styles['doubt']}
              size={16}
              role="img"
              aria-label={t('threadDetail.doubts.label')}
            />
          )}
          <span className={styles['names']} title={doubtful && `${names}. ${doubtWords(t, doubtful)}`}>
            {toWhom && <span className={styles['to']}>{t('threadList.to')} </span>}
            <MarkedText text={names} words={words} />
          </span>
          {thread.message_count > 1 && <span className={styles['count']}>{thread.message_count}</span>}
        </span>
        <span className={styles['text']} role="gridcell">
          <a
            className={styles['subject']}
            href={handlers.href(thread)}
            tabIndex={-1}
            draggable={false}
            onClick={(event) => {
              event.preventDefault();
              event.stopPropagation();
              click(event);
            }}
          >
            <SubjectWords subject={thread.subject} words={words} />
          </a>
          {foundIn && (
            <span className={styles['found']} title={foundIn}>
              {foundIn}
            </span>
          )}
          <span className={styles['snippet']}>
            <MarkedText text={thread.found_text ?? thread.snippet} words={words} fromHit />
          </span>
        </span>
        <span className={styles['signs']} role="gridcell">
          {thread.status !== '' && (
            <span className={styles['failed']} data-status={thread.status}>
              {t(`threadList.status.${thread.status}`)}
            </span>
          )}
          {props.sized && <span className={styles['size']}>{readableSize(thread.size)}</span>}
          {props.labelled && (
            <span className={styles['label']} title={folderWords(t, thread.mailbox_name)}>
              {cut(folderWords(t, thread.mailbox_name), LABEL_LENGTH)}
            </span>
          )}
          {thread.tracking && (
            <span className={styles['opened']} role="img" aria-label={openedWords()} title={openedWords()}>
              <IconEye size={16} aria-hidden />
              {thread.tracking.view_count || ''}
            </span>
          )}
          {thread.important && (
            <IconExclamationMark
              size={16}
              className={styles['important']}
              aria-label={t('threadList.important')}
            />
          )}
          {thread.receipt && <IconMailQuestion size={16} aria-label={t('threadList.receipt')} />}
          {thread.has_attachments && <IconPaperclip size={16} aria-label={t('threadList.hasAttachments')} />}
        </span>
        <span className={styles['time']} role="gridcell">
          <time dateTime={dateTime(at)} title={zone && `${time}${zone}`}>
            {time}
            {zone && <span className={styles['zone']}>{zone}</span>}
          </time>
        </span>
        {pointed && (
          <span className={styles['quick']} role="gridcell">
            {handlers.quickActs(thread).map((act) => (
              <button
                key={act.id}
                type="button"
                tabIndex={-1}
                title={t(`acts.labels.${act.id}`)}
                aria-label={t(`acts.labels.${act.id}`)}
                onClick={(event) => {
                  event.stopPropagation();
                  handlers.perform(act, thread);
                }}
              >
                <act.icon size={18} />
              </button>
            ))}
          </span>
        )}
      </div>
      {/* What a finger that draws the row aside uncovers: it is on the row before it moves. */}
      {pointed && (
        <>
          <span className={`${styles['swipe']} ${styles['swipeRight']}`} aria-hidden>
            {thread.unread ? <IconMailOpened size={22} /> : <IconMail size={22} />}
          </span>
          <span className={`${styles['swipe']} ${styles['swipeLeft']}`} aria-hidden>
            <IconTrash size={22} />
          </span>
        </>
      )}
    </div>
  );

  /** Said where the clock on this wall shows something else. */
  function elsewhereWords(): string {
    const { timeZone: zone } = handlers;
    if (!planned || isSameWall(thread.last_message_timestamp, zone)) return '';
    const { place } = zoneWords(zone, thread.last_message_timestamp, language);
    return ` (${t('threadList.zone', { zone: place })})`;
  }

  /** Whether it was likely opened; nothing where no sign of that was asked for. */
  function openedWords(): string {
    const times = thread.tracking?.view_count;
    if (times === undefined) return '';
    return times === 0 ? t('threadList.unopened') : t('threadList.opened', { times });
  }

  /** Read out as one sentence; the signs and weights of the row in words. */
  function spokenRow(): string {
    return [
      thread.unread && t('threadList.unread'),
      thread.starred && t('threadList.starred'),
      thread.draft_ids.length > 0 && t('threadList.draft'),
      toWhom ? `${t('threadList.to')} ${names}` : names,
      doubtful && doubtWords(t, doubtful),
      subjectWords(t, thread.subject),
      foundIn,
      openedWords(),
      thread.important && t('threadList.important'),
      thread.receipt && t('threadList.receipt'),
      thread.has_attachments && t('threadList.hasAttachments'),
      props.sized && readableSize(thread.size),
      props.labelled && folderWords(t, thread.mailbox_name),
      `${time}${zone}`,
    ]
      .filter(Boolean)
      .join(', ');
  }
});

function dateTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
