import type { TracedWithCopies, TraceEvent } from '@bocau/contract/admin-mail.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import styles from './mail.module.css';
import { type TraceAsked, TraceForm } from './trace-form.tsx';
import { copiesWords, traceWords } from './trace-words.ts';

const TONES: Partial<Record<TraceEvent, 'positive' | 'warning' | 'danger'>> = {
  received: 'positive',
  delivered: 'positive',
  deferred: 'warning',
  held: 'warning',
  unclear: 'warning',
  refused: 'danger',
  failed: 'danger',
  removed: 'danger',
  mailbox_full: 'danger',
  discarded: 'danger',
};

/** What became of a message: searched by sender, recipient or id, then the full history of one message. */
export function TracePage() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<TraceAsked | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const top = useRef<HTMLHeadingElement>(null);
  usePageTitle(t('consolePages.trace'));

  function goBack() {
    setMessage(null);
    top.current?.focus();
  }

  return (
    <div className={pageStyles.page}>
      <h1 ref={top} tabIndex={-1}>
        {t('consolePages.trace')}
      </h1>
      <p className={pageStyles.about}>{t('adminMail.trace.about')}</p>
      <div hidden={message !== null}>
        <TraceForm onSearch={setAsked} />
        {asked && <Found key={JSON.stringify(asked)} asked={asked} onShow={setMessage} />}
      </div>
      {message !== null && <Timeline message={message} onBack={goBack} />}
    </div>
  );
}

/** A page of the trace, newest first. */
function useTrace({ from, ...asked }: Partial<TraceAsked>) {
  const api = useApi();
  const cursors = useCursors();
  const { cursor } = cursors;
  const query = useQuery({
    queryKey: ['trace', asked, from, cursor],
    queryFn: () =>
      api.traceMail({
        // Numbers as they appear in an address.
        query: {
          ...asked,
          ...(from !== undefined && { from: String(from) }),
          ...(cursor !== null && { cursor }),
        },
      }),
    placeholderData: keepPreviousData,
  });
  return { query, events: query.data?.data, cursors, next: query.data?.meta.next_cursor ?? null };
}

function Found({ asked, onShow }: { asked: TraceAsked; onShow(message: string): void }) {
  const { t } = useTranslation();
  const { query, events, cursors, next } = useTrace(asked);
  return (
    <section className={pageStyles.section} aria-label={t('adminMail.trace.list')}>
      {!events && <AccountState query={query} lines={6} />}
      {events?.length === 0 && (
        <p className={pageStyles.about} role="status">
          {t('adminMail.trace.empty')}
        </p>
      )}
      {events && events.length > 0 && (
        <ul className={pageStyles.lines} aria-busy={query.isPlaceholderData}>
          {events.map((event, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and none is inserted in between
            <Line key={place} event={event} onShow={onShow} />
          ))}
        </ul>
      )}
      <Pages cursors={cursors} next={next} waiting={query.isPlaceholderData} />
    </section>
  );
}

function Timeline({ message, onBack }: { message: string; onBack(): void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { query, events, cursors, next } = useTrace({ message });
  const isWhole = next === null && cursors.page === 1;
  return (
    <section className={pageStyles.section} aria-labelledby="trace-timeline">
      <Button variant="subtle" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
        {t('adminMail.trace.back')}
      </Button>
      <div className={pageStyles.heading}>
        <h2 id="trace-timeline" className={styles.id} ref={heading} tabIndex={-1}>
          {t('adminMail.trace.timeline', { id: message })}
        </h2>
      </div>
      {!events && <AccountState query={query} lines={4} />}
      {events && !isWhole && <p className={pageStyles.about}>{t('adminMail.trace.longest')}</p>}
      {events && (
        <ol className={pageStyles.lines} aria-busy={query.isPlaceholderData}>
          {events.toReversed().map((event, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and their order doesn't change
            <Line key={place} event={event} />
          ))}
        </ol>
      )}
      <Pages cursors={cursors} next={next} waiting={query.isPlaceholderData} />
    </section>
  );
}

function Line({ event, onShow }: { event: TracedWithCopies; onShow?(message: string): void }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { at, message_id: message, sender, recipient } = event;
  const isOfGroup = event.event === 'received' && event.folder === null;
  const from = sender === '' ? t('adminMail.trace.report') : sender;
  const inside = (
    <>
      <span className={styles.what}>
        <span className={styles.name}>
          {from} → {recipient ?? t('adminMail.trace.everybody')}
        </span>
        <span className={styles.detail}>
          <time dateTime={new Date(at * 1000).toISOString()}>{shortMoment(at, now(), zone)}</time>
          {traceWords(t, event).map((words) => ` · ${words}`)}
        </span>
        {event.copies &&
          copiesWords(t, event.copies).map((words) => (
            <span key={words} className={styles.detail}>
              {words}
            </span>
          ))}
      </span>
      <span className={styles.sign} data-tone={isOfGroup ? undefined : TONES[event.event]}>
        {t(isOfGroup ? 'adminMail.trace.toGroup' : `adminMail.trace.events.${event.event}`)}
      </span>
    </>
  );
  if (!onShow || message === null) return <li className={styles.event}>{inside}</li>;
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.open}
        title={t('adminMail.trace.show')}
        onClick={() => onShow(message)}
      >
        {inside}
      </button>
    </li>
  );
}
