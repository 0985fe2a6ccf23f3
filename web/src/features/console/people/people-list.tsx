import { PEOPLE_ORDERS, type PeopleOrder, type Person } from '@bocau/contract/people.ts';
import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type RefObject, useDeferredValue, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { MB, readableSize } from '../../../lib/sizes.ts';
import { now } from '../../../lib/timers.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages } from '../../../parts/account/cursor-pages.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { storageOf } from '../../../parts/storage/storage-level.ts';
import { StorageMeter } from '../../../parts/storage/storage-meter.tsx';
import { Link } from '../../../router/router.tsx';
import { personPage } from '../detail/console-addresses.ts';
import { type LinePlace, useListPlace, useReturn } from '../detail/use-list-place.ts';
import { SearchBox } from '../search-box.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { NewPersonDialog } from './new-person-dialog.tsx';
import styles from './people.module.css';
import { suspensionWords } from './suspension-words.ts';
import { useTypedSearch } from './use-typed-search.ts';

type Props = { domain: string | null; title: RefObject<HTMLElement | null> };

/** A page of people, searched and sorted by the server; each has a page of their own. */
export function PeopleList({ domain, title }: Props) {
  const { t } = useTranslation();
  const place = useListPlace();
  const { cursors } = place;
  const { typed, setTyped, search } = useTypedSearch({ reset: place.searchFor }, place.search);
  const order = PEOPLE_ORDERS.find((known) => known === place.order) ?? 'email';
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const people = usePeople(search, order, cursors.cursor);
  const answer = useDeferredValue(people.data);
  const shown = answer?.data;
  const storage = people.data?.meta.storage;
  useReturn(place, shown !== undefined, title);

  return (
    <section className={pageStyles.section} aria-label={t('people.title')}>
      <div className={styles.tools}>
        <SearchBox words={t('people.search')} maxLength={200} typed={typed} onTyped={setTyped} />
        <NativeSelect
          aria-label={t('people.order')}
          data={PEOPLE_ORDERS.map((value) => ({ value, label: t(`people.orders.${value}`) }))}
          value={order}
          onChange={({ currentTarget }) => place.orderBy(currentTarget.value)}
        />
        <Button variant="default" onClick={() => setImporting(true)}>
          {t('admin.import.open')}
        </Button>
        <Button onClick={() => setAdding(true)}>{t('people.new.open')}</Button>
      </div>
      {storage && (
        <p className={pageStyles.about}>
          {t('people.storage', {
            given: readableSize(storage.given * MB),
            total: readableSize(storage.total * MB),
          })}
        </p>
      )}
      {!shown && <AccountState query={people} lines={6} />}
      {shown?.length === 0 && (
        <p className={pageStyles.about} role="status">
          {search === '' ? t('people.none') : t('people.noMatch', { text: search })}
        </p>
      )}
      {shown && shown.length > 0 && (
        <ul
          // Another list gets new rows: a reused row of a person in both lists would count as a layout shift.
          key={answer?.list}
          className={`${pageStyles.lines} ${styles.rows}`}
          aria-label={t('people.title')}
          aria-busy={people.isPlaceholderData}
        >
          {shown.map((each) => (
            <Line key={each.id} person={each} place={place.line(each.email)} />
          ))}
        </ul>
      )}
      <Pages
        cursors={cursors}
        next={people.data?.meta.next_cursor ?? null}
        waiting={people.isPlaceholderData}
      />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {adding && <NewPersonDialog domain={domain} onClose={() => setAdding(false)} />}
    </section>
  );
}

/** One page of people; `list` identifies the query. */
function usePeople(search: string, order: PeopleOrder, cursor: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', search, order, cursor],
    queryFn: async () => {
      const query = { order, ...(search && { search }), ...(cursor && { cursor }) };
      return { ...(await api.listAllPeople({ query })), list: JSON.stringify(query) };
    },
    placeholderData: keepPreviousData,
  });
}

function Line({ person, place }: { person: Person; place: LinePlace }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const storage = storageOf({
    user_quota: person.quota,
    user_used_quota: person.used_quota,
    auto_quota: false,
  });
  const used = t('people.used', {
    used: readableSize(person.used_quota),
    total: readableSize(storage?.total ?? 0),
  });
  const { last_sign_in_at: at } = person;
  return (
    <li className={styles.line}>
      <Link
        {...place}
        to={personPage(person.email)}
        className={styles.person}
        aria-label={t('people.open', { name: person.fullname })}
      >
        <span className={pageStyles.what}>
          <span className={styles.names}>
            <span className={pageStyles.name}>{person.fullname}</span>
            {(person.deleted_at !== null || person.suspended.length > 0) && (
              <span className={styles.suspended}>
                {person.deleted_at === null ? suspensionWords(t, person) : t('people.deletion.deleted')}
              </span>
            )}
            {person.type === 'Owner' && <span className={styles.sign}>{t('people.owner')}</span>}
            {person.two_step && <span className={styles.sign}>{t('people.twoStep')}</span>}
          </span>
          <span className={pageStyles.detail}>{[person.email, ...person.aliases].join(', ')}</span>
          <span className={pageStyles.detail}>
            {[
              at === null
                ? t('people.noSignIn')
                : t('people.lastSignIn', { at: shortMoment(at, now(), zone) }),
              t('people.sent', { count: person.sent }),
            ].join(' · ')}
          </span>
        </span>
        <span className={styles.room}>
          {storage && (
            <StorageMeter storage={storage} label={t('account.storage')} words={used} thickness={6} />
          )}
          <span className={pageStyles.detail}>{used}</span>
        </span>
      </Link>
    </li>
  );
}
