import { roleOf } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import {
  IconArrowsSort,
  IconCalendar,
  IconCheck,
  IconChevronDown,
  IconMail,
  IconPaperclip,
  IconStar,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import { type ComponentType, type ReactNode, Suspense, useRef } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { FILTERS, listBy, listWith, sortOf, termsOf } from '../../model/mail/list-filter.ts';
import type { ListRef, ListSort, SearchTerms } from '../../model/mail/mail-model.ts';
import type { Dates } from '../../parts/filters/date-ranges.ts';
import { dateWords, sortWords } from '../../parts/filters/filter-words.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import styles from './filter-chips.module.css';

const PersonFilter = lazyPart(async () => {
  const [{ PersonFilter: Part }] = await Promise.all([import('./filter-forms.tsx'), loadLaterWords()]);
  return Part;
});
const DateFilter = lazyPart(async () => {
  const [{ DateFilter: Part }] = await Promise.all([import('./filter-forms.tsx'), loadLaterWords()]);
  return Part;
});
const SortMenu = lazyPart(async () => (await import('./sort-menu.tsx')).SortMenu);

const FLAGS = {
  unread: { terms: { is_read: 'false' }, icon: IconMail },
  starred: { terms: { is_star: 'true' }, icon: IconStar },
  attachment: { terms: { has_attachment: 'true' }, icon: IconPaperclip },
} as const;
type Flag = keyof typeof FLAGS;

type Props = {
  list: ListRef;
  /** Their senders are offered first. */
  threads: readonly Thread[];
  onList(list: ListRef): void;
};

/** Above a list: its filters and its order. */
export function FilterChips({ list, threads, onList }: Props) {
  const { t } = useTranslation();
  // Single messages are always sorted by date.
  const { conversation_view: conversations } = useSettings();
  const row = useRef<HTMLDivElement>(null);
  const terms = termsOf(list);
  const role = list.kind === 'folder' ? roleOf(list.path) : null;
  const person = role?.own ? 'to_addr' : 'from_addr';
  const isNarrowed = FILTERS.some((name) => terms[name] !== undefined);

  function narrow(change: { [name in (typeof FILTERS)[number]]?: string | undefined }) {
    const next = Object.entries({ ...terms, ...change }).filter(([, value]) => value !== undefined);
    onList(listWith(list, Object.fromEntries(next) as SearchTerms));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> grows with its content and doesn't scroll
    <div
      ref={row}
      className={`${styles.chips} not-printed`}
      role="group"
      aria-label={t('search.filters.label')}
    >
      {conversations && list.kind !== 'search' && (
        <SortChip list={list} onSort={(sort) => onList(listBy(list, sort))} />
      )}
      {flagsOf(list).map((flag) => {
        const { terms: given, icon } = FLAGS[flag];
        const [[name, value]] = Object.entries(given) as [[(typeof FILTERS)[number], string]];
        const isOn = terms[name] === value;
        return (
          <button
            key={flag}
            type="button"
            className={styles.chip}
            aria-pressed={isOn}
            onClick={() => narrow({ [name]: isOn ? undefined : value })}
          >
            <Pill icon={isOn ? IconCheck : icon}>{t(`search.filters.${flag}`)}</Pill>
          </button>
        );
      })}
      <PersonChip
        name={person}
        value={terms[person] ?? ''}
        threads={threads}
        onValue={(value) => narrow({ [person]: value || undefined })}
      />
      {!role?.pending && (
        <DateChip
          terms={terms}
          onDates={(dates) => narrow({ start_date: undefined, end_date: undefined, ...dates })}
        />
      )}
      {isNarrowed && (
        <button
          type="button"
          className={styles.chip}
          data-plain
          onClick={() => {
            // The clear button is removed with the filter that it clears.
            row.current?.querySelector<HTMLElement>('button[aria-pressed]')?.focus();
            narrow(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
          }}
        >
          <Pill icon={IconX}>{t('search.filters.clear')}</Pill>
        </button>
      )}
    </div>
  );
}

/** The default order needs no label; any other one has its label shown. */
function SortChip({ list, onSort }: { list: ListRef; onSort(sort: ListSort | null): void }) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu', SortMenu);
  const sort = sortOf(list);
  const words = sortWords(t, list, sort);
  return (
    <>
      <button
        {...button}
        type="button"
        className={styles.chip}
        data-on={sort !== null || undefined}
        aria-label={`${t('search.sort.label')}: ${words}`}
      >
        <Pill icon={IconArrowsSort} opens>
          {sort === null ? t('search.sort.label') : words}
        </Pill>
      </button>
      <Suspense>{opened && <SortMenu {...opened} list={list} onSort={onSort} />}</Suspense>
    </>
  );
}

function PersonChip({
  name,
  value,
  threads,
  onValue,
}: {
  name: 'from_addr' | 'to_addr';
  value: string;
  threads: readonly Thread[];
  onValue(value: string): void;
}) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('dialog', PersonFilter);
  const of = name === 'from_addr' ? 'from' : 'to';
  return (
    <>
      <button {...button} type="button" className={styles.chip} data-on={value !== '' || undefined}>
        <Pill icon={value ? IconCheck : IconUser} opens>
          {value ? t(`search.filters.${of}Who`, { who: value }) : t(`search.fields.${of}`)}
        </Pill>
      </button>
      <Suspense>
        {opened && <PersonFilter {...opened} of={of} value={value} threads={threads} onValue={onValue} />}
      </Suspense>
    </>
  );
}

function DateChip({ terms, onDates }: { terms: SearchTerms; onDates(dates: Dates): void }) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('dialog', DateFilter);
  const words = dateWords(t, terms, now());
  return (
    <>
      <button {...button} type="button" className={styles.chip} data-on={words !== '' || undefined}>
        <Pill icon={words ? IconCheck : IconCalendar} opens>
          {words || t('search.filters.date')}
        </Pill>
      </button>
      <Suspense>{opened && <DateFilter {...opened} terms={terms} onDates={onDates} />}</Suspense>
    </>
  );
}

type PillProps = { icon: ComponentType<{ size?: number | string }>; opens?: boolean; children: ReactNode };

/** The look of a chip; its touch target has the full height of the row. */
function Pill({ icon: Icon, opens = false, children }: PillProps) {
  return (
    <span className={styles.pill}>
      <Icon size={16} aria-hidden />
      <span className={styles.words}>{children}</span>
      {opens && <IconChevronDown size={14} aria-hidden />}
    </span>
  );
}

/** Messages by the user are never unread, and messages waiting to be sent have no star. */
function flagsOf(list: ListRef): Flag[] {
  if (list.kind === 'starred') return ['unread', 'attachment'];
  const role = list.kind === 'folder' ? roleOf(list.path) : null;
  if (role?.pending) return ['attachment'];
  return role?.own ? ['starred', 'attachment'] : ['unread', 'starred', 'attachment'];
}
