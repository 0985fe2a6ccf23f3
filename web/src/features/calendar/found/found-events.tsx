import { IconRepeat, IconSearchOff } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { FoundEvents as Found } from '../../../model/calendar/calendar-finding.ts';
import { keyOf } from '../../../model/calendar/calendar-noun.ts';
import { spanOf } from '../../../model/calendar/occurrence-times.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { ListState } from '../../../ui/list-state.tsx';
import { spanWords, spokenOccurrence, titleOf } from '../calendar-words.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import styles from './found.module.css';

type Props = { screen: CalendarScreenState; words: string };

/** CL-144: what a search has found; each opens as in the calendar. */
export function FoundEvents({ screen, words }: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  const { model, zone, calendars, opened, rangeView } = screen;
  const [answer, setAnswer] = useState<(Found & { to: string }) | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // What was changed from here is asked for again when its panel has closed.
  const isOpen = opened !== null;
  const { occurrences } = rangeView;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when something else has changed
  useEffect(() => {
    if (isOpen) return undefined;
    let isLeft = false;
    model.search(words).then(
      (data) => {
        if (isLeft) return;
        setAnswer({ ...data, to: words });
        setFault(null);
      },
      (error: unknown) => {
        if (!isLeft) setFault(errorWords(t, asApiError(error)));
      },
    );
    return () => {
      isLeft = true;
    };
  }, [model, words, isOpen, occurrences, t]);

  const isCurrent = answer?.to === words && fault === null;
  // What was found before stays until there is an answer; that nothing was found does not.
  const found = answer && (isCurrent || answer.occurrences.length > 0) ? answer : null;

  function onKeyDown(event: KeyboardEvent): void {
    const focused = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key'];
    const one = found?.occurrences.find((each) => keyOf(each) === focused);
    if (one && event.key === 'e') screen.edit(one);
    if (one && (event.key === 'Delete' || event.key === '#')) screen.remove(one);
    const by = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    const next = lines[lines.indexOf(document.activeElement as HTMLElement) + (by ?? 0)];
    if (by === undefined || !next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <>
      <p className="visually-hidden" role="status">
        {isCurrent && found && found.occurrences.length > 0 && countWords(found)}
      </p>
      {content()}
    </>
  );

  function countWords({ occurrences: { length: count }, isComplete }: Found): string {
    return t(isComplete ? 'calendar.search.count' : 'calendar.search.countMore', { count });
  }

  function content(): ReactNode {
    if (fault !== null) return <p className={styles.note}>{fault}</p>;
    if (words === '' || !found) return null;
    if (found.occurrences.length === 0) {
      return (
        <ListState
          icon={IconSearchOff}
          title={t('calendar.search.noneTitle')}
          text={t('calendar.search.noneText')}
        />
      );
    }
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons within
      <div className={styles.list} onKeyDown={onKeyDown}>
        <ul ref={list}>
          {found.occurrences.map((one) => {
            const calendar = calendars.find(({ id }) => id === one.calendar_id);
            return (
              <li key={keyOf(one)}>
                <button
                  type="button"
                  className={styles.line}
                  style={{ '--event': calendar?.color } as CSSProperties}
                  data-key={keyOf(one)}
                  data-past={one.until * 1000 < screen.now || undefined}
                  aria-haspopup="dialog"
                  aria-label={spokenOccurrence(spoken, one, { zone, calendar: calendar?.name ?? null })}
                  onClick={({ currentTarget }) => screen.open({ one, anchor: currentTarget })}
                >
                  <i />
                  <b>
                    {titleOf(spoken, one.title)} {one.repeats && <IconRepeat size={14} aria-hidden />}
                  </b>
                  <small>
                    {[spanWords(spoken, spanOf(one, zone), one.kind), one.place].filter(Boolean).join(' · ')}
                  </small>
                </button>
              </li>
            );
          })}
        </ul>
        {!found.isComplete && <p className={styles.note}>{t('calendar.search.more')}</p>}
      </div>
    );
  }
}
