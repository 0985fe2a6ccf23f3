import type { Thread } from '@bocau/contract/threads.ts';
import { Button, FocusTrap } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { DateField } from '../../parts/dates/date-field.tsx';
import { dayOf } from '../../parts/dates/local-days.ts';
import { type Dates, RANGES, rangeOf, rangeOfTerms, termsOfRange } from '../../parts/filters/date-ranges.ts';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { Anchor, useFocusBack } from '../../ui/anchor.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { AddressInput } from './address-input.tsx';
import styles from './filter-chips.module.css';
import { hasOpenList } from './has-open-list.ts';

/** How many people of the page are offered. */
const PEOPLE = 5;

type PersonProps = Opened & {
  of: 'from' | 'to';
  value: string;
  threads: readonly Thread[];
  onValue(value: string): void;
};

/** Filters by a person: somebody named on the page, or a typed name or address. */
export function PersonFilter({ of, value, threads, onValue, ...opened }: PersonProps) {
  const { t } = useTranslation();
  const id = useId();
  const own = useOwnAddresses();
  const [typed, setTyped] = useState(value);
  const choose = (next: string) => {
    opened.onClose();
    onValue(next.trim());
  };
  return (
    <Form
      {...opened}
      label={t(`search.fields.${of}`)}
      any={value !== '' && t('search.filters.anyone')}
      onClear={() => choose('')}
      onSubmit={() => choose(typed)}
    >
      <AddressInput id={id} label={t(`search.fields.${of}`)} autoFocus value={typed} onChange={setTyped} />
      {typed === value && (
        <ul className={styles.people}>
          {peopleIn(threads, of, own).map(({ name, email }) => (
            <li key={email}>
              <button type="button" className={styles.choice} onClick={() => choose(email)}>
                {name && <span>{name}</span>}
                <span>{email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Form>
  );
}

type DateProps = Opened & {
  terms: SearchTerms;
  onDates(dates: Dates): void;
};

/** When it arrived: a named period, or dates that are typed or picked. */
export function DateFilter({ terms, onDates, ...opened }: DateProps) {
  const { t } = useTranslation();
  const id = useId();
  const [at] = useState(now);
  const [range, setRange] = useState(() => rangeOfTerms(terms));
  const lean = { to: 'back', from: dayOf(Math.floor(at / 1000)) } as const;
  const choose = (next: typeof range) => {
    opened.onClose();
    onDates(termsOfRange(next));
  };
  return (
    <Form
      {...opened}
      label={t('search.filters.date')}
      any={Boolean(terms.start_date ?? terms.end_date) && t('search.filters.anyTime')}
      onClear={() => choose({ first: '', last: '' })}
      onSubmit={() => choose(range)}
    >
      <ul className={styles.ranges}>
        {RANGES.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              className={styles.choice}
              data-autofocus={index === 0 || undefined}
              onClick={() => choose(rangeOf(name, at))}
            >
              <span>{t(`search.filters.${name}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.days}>
        <label htmlFor={`${id}-first`}>{t('searchForm.firstDay')}</label>
        <label htmlFor={`${id}-last`}>{t('searchForm.lastDay')}</label>
        <DateField
          id={`${id}-first`}
          {...(range.last && { max: range.last })}
          value={range.first}
          lean={lean}
          onChange={(first) => setRange({ ...range, first })}
        />
        <DateField
          id={`${id}-last`}
          {...(range.first && { min: range.first })}
          value={range.last}
          lean={lean}
          onChange={(last) => setRange({ ...range, last })}
        />
      </div>
    </Form>
  );
}

type FormProps = Opened & {
  label: string;
  /** The label of the choice that clears the filter; false where the filter is not set. */
  any: string | false;
  onClear(): void;
  onSubmit(): void;
  children: ReactNode;
};

function Form({ anchor, onClose, label, any, onClear, onSubmit, children }: FormProps) {
  const { t } = useTranslation();
  useFocusBack(anchor);
  return (
    <Popover opened onChange={onClose} position="bottom-start" offset={4} withRoles={false} withinPortal>
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={label}
        onKeyDown={(event) => event.key === 'Escape' && !hasOpenList(event.target) && onClose()}
      >
        <FocusTrap>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit();
            }}
          >
            {children}
            <div className={styles.buttons}>
              {any && (
                <Button variant="default" onClick={onClear}>
                  {any}
                </Button>
              )}
              <Button type="submit">{t('search.filters.show')}</Button>
            </div>
          </form>
        </FocusTrap>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Each person once, in the order of the list, without the user. */
function peopleIn(threads: readonly Thread[], of: 'from' | 'to', own: ReadonlySet<string>) {
  const named = threads.flatMap((thread) => (of === 'from' ? [thread.from] : thread.to));
  const others = named.filter(({ email }) => email !== '' && !own.has(email.toLowerCase()));
  return [...new Map(others.map((person) => [person.email.toLowerCase(), person])).values()].slice(0, PEOPLE);
}
