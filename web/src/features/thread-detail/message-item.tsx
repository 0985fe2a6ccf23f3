import type { Message } from '@bocau/contract/messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconPaperclip } from '@tabler/icons-react';
import { type MouseEvent, Suspense, useEffect, useState } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { loadInvoicesWords } from '../../i18n/invoices-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { fullDate, shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { shortName } from '../../parts/addresses/short-name.ts';
import { PersonAvatar } from '../../parts/avatars/person-avatar.tsx';
import { previewOf } from '../../parts/files/file-kinds.ts';
import { mayHoldInvoice } from '../../parts/files/may-hold-invoice.ts';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { MessageBody } from '../../parts/message-body/message-body.tsx';
import { PendingContext, PendingPart, usePending } from '../../parts/pending/pending-part.tsx';
import { DoubtMark } from '../../parts/senders/doubt-mark.tsx';
import { isDoubtful } from '../../parts/senders/sender-doubts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FileCards } from '../attachments/file-cards.tsx';
import { isWritten } from './collapse.ts';
import { isProven } from './is-proven.ts';
import { MessageLabels } from './label-line.tsx';
import styles from './message-item.module.css';
import { MessageMenuButton } from './message-menu-button.tsx';
import { PersonLink } from './person/person-link.tsx';
import { useNamesAsText } from './person/use-names-as-text.ts';
import { addressesOf } from './recipients.ts';
import { RecipientsLine } from './recipients-line.tsx';
import { UnsubscribeLink } from './unsubscribe-link.tsx';

const MessageState = lazyPart(async () => {
  const [{ MessageState: Part }] = await Promise.all([
    import('../sending/message-state.tsx'),
    loadLaterWords(),
  ]);
  return Part;
});

const InvitationCard = lazyPart(async () => {
  const [{ InvitationCard: Part }] = await Promise.all([
    import('../../parts/previews/invitation-card.tsx'),
    loadLaterWords(),
  ]);
  return Part;
});

/** On demand: most messages have none. */
const InvoiceCards = lazyPart(async () => {
  const [{ InvoiceCards: Part }] = await Promise.all([
    import('../../parts/invoices/invoice-card.tsx'),
    loadInvoicesWords(),
  ]);
  return Part;
}, 'on-demand');

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Props = {
  thread: ThreadWithMessages;
  message: Message;
  expanded: boolean;
  onToggle(): void;
  onPrint(): void;
  onEmptied(): void;
};

export function MessageItem({ thread, message, expanded, onToggle, onPrint, onEmptied }: Props) {
  const { t } = useTranslation();
  const own = useOwnAddresses();
  const { pending, begin } = usePending();
  const sender = shortName(message.from) || t('threadDetail.message.nobody');
  // The same time as in the list's row. The Date header, by the sender's clock, is in the details.
  const at = message.received_at;
  const invited = expanded ? message.files.find((file) => previewOf(file) === 'event') : undefined;
  const listed = message.files.filter((file) => !file.inlineImage);

  /** A cancelled planned message is a draft again, and no longer in the list from which it was opened. */
  function leave(): void {
    if (thread.messages.every(({ id }) => id === message.id)) onEmptied();
  }

  return (
    <article
      className={styles.message}
      data-message={message.id}
      data-expanded={expanded}
      data-pending={pending}
      data-follows
      aria-label={t('threadDetail.message.about', { sender, date: fullDate(at) })}
    >
      <header className={styles.head}>
        <SenderPicture message={message} proven={isProven(message, own)} expanded={expanded} />
        <div className={styles.who}>
          <SenderLine
            message={message}
            expanded={expanded}
            proven={isProven(message, own)}
            onToggle={onToggle}
          />
          {expanded ? (
            <RecipientsLine message={message} />
          ) : (
            <p className={styles.snippet}>{message.snippet}</p>
          )}
        </div>
        <div className={styles.aside}>
          {!expanded && listed.length > 0 && <IconPaperclip size={16} aria-hidden />}
          <MessageTime at={at} whole={expanded} />
          {expanded && (
            <MessageMenuButton thread={thread} message={message} onPrint={onPrint} onEmptied={onEmptied} />
          )}
        </div>
      </header>
      {expanded && (
        <PendingContext value={begin}>
          <div className={styles.content}>
            <MessageLabels thread={thread} message={message} />
            {hasState(message) && (
              <Suspense fallback={<PendingPart hidden />}>
                <MessageState message={message} onGone={leave} />
              </Suspense>
            )}
            {invited && (
              <Suspense fallback={<PendingPart hidden />}>
                <InvitationCard file={invited} />
              </Suspense>
            )}
            {message.files.some(mayHoldInvoice) && (
              <Suspense fallback={<PendingPart hidden />}>
                <InvoiceCards messageId={message.id} />
              </Suspense>
            )}
            <div data-follows>
              <LoadedBody message={message} />
              {listed.length > 0 && (
                <div data-follows>
                  <FileCards messageId={message.id} files={listed} />
                </div>
              )}
            </div>
          </div>
        </PendingContext>
      )}
    </article>
  );
}

type LineProps = Pick<Props, 'message' | 'expanded' | 'onToggle'> & { proven: boolean };

/** In an open message a second way to the card of the sender, large enough for a finger. */
function SenderPicture({ message, proven, expanded }: Omit<LineProps, 'onToggle'>) {
  const picture = <PersonAvatar person={message.from} proven={proven} />;
  if (!expanded) return picture;
  return (
    <PersonLink
      person={message.from}
      proven={proven}
      spoofed={message.spoofed}
      threadId={message.thread_id}
      className={styles.picture}
      isPicture
    >
      {picture}
    </PersonLink>
  );
}

/** The sender, what toggles the message, and what to know before reading it. */
function SenderLine({ message, expanded, proven, onToggle }: LineProps) {
  const { t } = useTranslation();
  const sender = shortName(message.from) || t('threadDetail.message.nobody');
  const doubtful = isDoubtful(message.from);
  const isLinked = !useNamesAsText() && expanded;
  const name = <span className={message.unread ? styles.unread : styles.sender}>{sender}</span>;
  return (
    <div className={styles.line}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isWritten(message) ? undefined : expanded}
        aria-label={isLinked ? sender : undefined}
        data-around={isLinked || undefined}
        data-message-toggle
        onClick={onToggle}
      >
        {!isLinked && name}
      </button>
      {isLinked && (
        <PersonLink
          person={message.from}
          proven={proven}
          spoofed={message.spoofed}
          threadId={message.thread_id}
          className={styles.name}
        >
          {name}
        </PersonLink>
      )}
      {message.unread && <span className="visually-hidden">{t('threadDetail.message.unread')}</span>}
      {(expanded || doubtful) && (
        <span className={styles.address} data-doubtful={doubtful}>
          {addressesOf(message.from)}
        </span>
      )}
      <DoubtMark sender={message.from} />
      {message.important && <span className={styles.important}>{t('threadList.important')}</span>}
      {message.is_draft && (
        <span className={isLeaving(message) ? styles.leaving : styles.draft}>
          {t(isLeaving(message) ? 'threadDetail.message.sending' : 'threadDetail.message.draft')}
        </span>
      )}
      {expanded && message.unsubscribe && <UnsubscribeLink message={message} offer={message.unsubscribe} />}
    </div>
  );
}

/** A phone has no room for the full date. */
function MessageTime({ at, whole }: { at: number; whole: boolean }) {
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={fullDate(at)}>
      {whole && <span className={styles.wholeDate}>{fullDate(at)}</span>}
      <span className={whole ? styles.onPhones : undefined}>{shortMoment(at, now(), BROWSER_ZONE)}</span>
    </time>
  );
}

/** Whether it is an outgoing message, or its sender asks for a receipt. */
function hasState({ sending, period, tracking, status, receipt }: Message): boolean {
  return sending !== null || period !== null || tracking !== null || status !== '' || receipt !== null;
}

/** SD-13: it can still be undone; nobody but the server regards it as a draft. */
function isLeaving({ is_draft, state }: Message): boolean {
  return is_draft && state === 'sending';
}

/** Loads the body of a message that came collapsed when it is expanded. */
function LoadedBody({ message }: { message: Message }) {
  const { t } = useTranslation();
  const model = useMailModel();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const missing = message.body === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads it again
  useEffect(() => {
    if (!missing) return undefined;
    let left = false;
    setFailed(false);
    model.loadMessage(message.id).catch(() => !left && setFailed(true));
    return () => {
      left = true;
    };
  }, [model, message.id, missing, attempt]);

  /** The button is removed, so the focus moves to the header of this message. */
  function retry({ currentTarget }: MouseEvent<HTMLElement>): void {
    const head = currentTarget.closest('article')?.querySelector<HTMLElement>('[data-message-toggle]');
    head?.focus({ preventScroll: true });
    setAttempt(attempt + 1);
  }

  if (!missing) return <MessageBody message={message} />;
  if (failed) {
    return (
      <p className={styles.failed} role="alert">
        {t('threadDetail.message.bodyFailed')}{' '}
        <button type="button" className={styles.again} onClick={retry}>
          {t('common.actions.retry')}
        </button>
      </p>
    );
  }
  return <div className={styles.waiting} role="status" aria-label={t('threadDetail.message.loading')} />;
}
