import { PEOPLE_ORDERS, type PeopleOrder, type Person } from '@bocau/contract/people.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { after, now } from '../../../lib/timers.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { storageOf } from '../../../parts/storage/storage-level.ts';
import { StorageMeter } from '../../../parts/storage/storage-meter.tsx';
import pageStyles from '../account-page.module.css';
import { AccountState } from '../account-state.tsx';
import { Pages, useCursors } from './cursor-pages.tsx';
import { NewPersonDialog } from './new-person-dialog.tsx';
import styles from './people.module.css';
import { PersonDialog } from './person-dialog.tsx';

const TYPING_MS = 250;

/** A page of people, searched and sorted by the server; each opens what can be done with them. */
export function PeopleList({ domain, ownEmail }: { domain: string; ownEmail: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const cursors = useCursors();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<PeopleOrder>('email');
  const [opened, setOpened] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const reset = useRef(cursors.reset);
  reset.current = cursors.reset;

  useEffect(
    () =>
      after(TYPING_MS, () => {
        if (typed.trim() === search) return;
        setSearch(typed.trim());
        reset.current();
      }),
    [typed, search],
  );

  const { cursor } = cursors;
  const people = useQuery({
    queryKey: ['people', search, order, cursor],
    queryFn: () => api.listPeople({ query: { order, ...(search && { search }), ...(cursor && { cursor }) } }),
    placeholderData: keepPreviousData,
  });
  const shown = useDeferredValue(people.data?.data);
  const person = people.data?.data.find(({ id }) => id === opened);

  return (
    <section className={pageStyles.section} aria-label={t('people.tabs.people')}>
      <div className={styles.tools}>
        <TextInput
          type="search"
          className={styles.search}
          aria-label={t('people.search')}
          placeholder={t('people.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={200}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('people.order')}
          data={PEOPLE_ORDERS.map((value) => ({ value, label: t(`people.orders.${value}`) }))}
          value={order}
          onChange={({ currentTarget }) => {
            setOrder(currentTarget.value as PeopleOrder);
            cursors.reset();
          }}
        />
        <Button disabled={domain === ''} onClick={() => setAdding(true)}>
          {t('people.new.open')}
        </Button>
      </div>
      {!shown && <AccountState query={people} lines={6} />}
      {shown?.length === 0 && (
        <p className={pageStyles.about} role="status">
          {search === '' ? t('people.none') : t('people.noMatch', { text: search })}
        </p>
      )}
      {shown && shown.length > 0 && (
        <ul className={pageStyles.lines} aria-label={t('people.title')} aria-busy={people.isPlaceholderData}>
          {shown.map((each) => (
            <Line key={each.id} person={each} onOpen={() => setOpened(each.id)} />
          ))}
        </ul>
      )}
      <Pages
        cursors={cursors}
        next={people.data?.meta.next_cursor ?? null}
        waiting={people.isPlaceholderData}
      />
      {adding && <NewPersonDialog domain={domain} onClose={() => setAdding(false)} />}
      {person && (
        <PersonDialog
          key={person.id}
          person={person}
          domain={domain}
          isSelf={person.email === ownEmail}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}

function Line({ person, onOpen }: { person: Person; onOpen(): void }) {
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
      <button
        type="button"
        className={styles.person}
        aria-label={t('people.open', { name: person.fullname })}
        onClick={onOpen}
      >
        <span className={pageStyles.what}>
          <span className={styles.names}>
            <span className={pageStyles.name}>{person.fullname}</span>
            {!person.active && <span className={styles.suspended}>{t('people.suspended')}</span>}
            {person.type === 'Owner' && <span className={styles.sign}>{t('people.owner')}</span>}
            {person.two_step && <span className={styles.sign}>{t('people.twoStep')}</span>}
          </span>
          <span className={pageStyles.detail}>{[person.email, ...person.aliases].join(', ')}</span>
          <span className={pageStyles.detail}>
            {at === null
              ? t('people.noSignIn')
              : t('people.lastSignIn', { at: shortMoment(at, now(), zone) })}
          </span>
        </span>
        <span className={styles.room}>
          {storage && (
            <StorageMeter storage={storage} label={t('account.storage')} words={used} thickness={6} />
          )}
          <span className={pageStyles.detail}>{used}</span>
        </span>
      </button>
    </li>
  );
}
