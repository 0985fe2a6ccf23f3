import type { ListedDomain } from '@bocau/contract/admin-domains.ts';
import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { MB, readableSize } from '../../../lib/sizes.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages } from '../../../parts/account/cursor-pages.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { Link, useNavigate } from '../../../router/router.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { domainPage } from '../detail/console-addresses.ts';
import { type LinePlace, useListPlace, useReturn } from '../detail/use-list-place.ts';
import people from '../people/people.module.css';
import { useTypedSearch } from '../people/use-typed-search.ts';
import { SearchBox } from '../search-box.tsx';
import { AddDomainDialog } from './add-domain-dialog.tsx';

/** The domains that the user administers; each has a page of its own. */
export function DomainsPage({ domain: only }: { domain: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const place = useListPlace();
  const { cursors } = place;
  const { typed, setTyped, search } = useTypedSearch({ reset: place.searchFor }, place.search);
  const [adding, setAdding] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  usePageTitle(t('consolePages.domains'));

  const domains = useDomains(search, cursors.cursor);
  const shown = domains.data?.data;
  useReturn(place, shown !== undefined, title);

  return (
    <div className={pageStyles.page}>
      <h1 ref={title} tabIndex={-1}>
        {t('consolePages.domains')}
      </h1>
      <p className={pageStyles.about}>{t('admin.domains.about')}</p>
      <section className={pageStyles.section} aria-label={t('consolePages.domains')}>
        {only === null && (
          <div className={people.tools}>
            <SearchBox words={t('admin.domains.search')} maxLength={253} typed={typed} onTyped={setTyped} />
            <Button onClick={() => setAdding(true)}>{t('admin.domains.add')}</Button>
          </div>
        )}
        {!shown && <AccountState query={domains} lines={4} />}
        {shown?.length === 0 && (
          <p className={pageStyles.about} role="status">
            {search === '' ? t('admin.domains.empty') : t('admin.domains.none', { text: search })}
          </p>
        )}
        {shown && shown.length > 0 && (
          <ul
            className={pageStyles.lines}
            aria-label={t('consolePages.domains')}
            aria-busy={domains.isPlaceholderData}
          >
            {shown.map((each) => (
              <Line key={each.name} domain={each} place={place.line(each.name)} />
            ))}
          </ul>
        )}
        <Pages
          cursors={cursors}
          next={domains.data?.meta.next_cursor ?? null}
          waiting={domains.isPlaceholderData}
        />
      </section>
      {adding && (
        <AddDomainDialog
          onClose={() => setAdding(false)}
          onAdded={(name) => {
            setAdding(false);
            void navigate(domainPage(name));
          }}
        />
      )}
    </div>
  );
}

/** One page of the domains whose names contain the search text. */
function useDomains(search: string, cursor: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['domains', search, cursor],
    queryFn: () => api.listDomains({ query: { ...(search && { search }), ...(cursor && { cursor }) } }),
    placeholderData: keepPreviousData,
  });
}

function Line({ domain, place }: { domain: ListedDomain; place: LinePlace }) {
  const { t } = useTranslation();
  const {
    name,
    people: count,
    seats,
    seated,
    given,
    storage,
    sent,
    used,
    used_drive,
    verified,
    active,
  } = domain;
  const use = { mail: readableSize(used), drive: readableSize(used_drive) };
  const room = { given: readableSize(given * MB), total: readableSize((storage ?? 0) * MB) };
  return (
    <li className={people.line}>
      <Link
        {...place}
        to={domainPage(name)}
        className={people.person}
        aria-label={t('admin.domains.open', { name })}
      >
        <span className={pageStyles.what}>
          <span className={people.names}>
            <span className={pageStyles.name}>{name}</span>
            {!verified && <span className={people.suspended}>{t('admin.domains.unverified')}</span>}
            {!active && <span className={people.suspended}>{t('admin.domains.suspended')}</span>}
          </span>
          <span className={pageStyles.detail}>
            {[
              seats === null
                ? t('admin.domains.people', { count })
                : t('admin.domains.peopleOf', { count: seated, seats }),
              t(storage === null ? 'admin.domains.given' : 'admin.domains.givenOf', room),
              t('admin.domains.used', use),
              t('people.sent', { count: sent }),
            ].join(' · ')}
          </span>
        </span>
      </Link>
    </li>
  );
}
