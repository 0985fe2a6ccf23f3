import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import type { Person } from '@bocau/contract/people.ts';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { useLocation, useNavigate } from '../../../router/router.tsx';
import { personPage } from '../detail/console-addresses.ts';
import detail from '../detail/detail-page.module.css';
import { DetailPage } from '../detail/detail-page.tsx';
import type { Part } from '../detail/detail-parts.tsx';
import { DetailState } from '../detail/detail-state.tsx';
import { OwnAccess } from './own-access.tsx';
import styles from './people.module.css';
import { PersonAccess } from './person-access.tsx';
import { PersonAliases } from './person-aliases.tsx';
import { PersonDeletion } from './person-deletion.tsx';
import { PersonDrive } from './person-drive.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonForm } from './person-form.tsx';
import { PersonRestore } from './person-restore.tsx';
import { PersonReview } from './person-review.tsx';
import { PersonSessions, sessionsOf } from './person-sessions.tsx';
import { PersonSuspension } from './person-suspension.tsx';
import { suspensionWords } from './suspension-words.ts';

/** `name`: one of their addresses; `domain`: null for who administers all; `ownName`: the address of who looks. */
type Props = { name: string; domain: string | null; ownName: string };

/** What can be seen of a person, and done with their account. */
export function PersonPage({ name, domain: only, ownName }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const query = useQuery({
    queryKey: ['person', name],
    queryFn: async () => {
      const { data } = await api.showAnyPerson({ params: { id: name } });
      const { isOpen, isKept, isSelf } = standing(data);
      // What stands below the sessions does not move when they come.
      if (isOpen && isKept && !isSelf) await queries.prefetchQuery(sessionsOf(api, data.id));
      return data;
    },
    // Another administrator may have changed it since: each form begins with an answer of its own.
    gcTime: 0,
  });
  const { data: person } = query;

  function standing(of: { email: string; provider: boolean; deleted_at: number | null }) {
    const isSelf = of.email === ownName;
    // An owner of their domain changes nothing of a provider, who administers everything.
    return { isSelf, isOpen: only === null || isSelf || !of.provider, isKept: of.deleted_at === null };
  }

  useMainAddress(name, person);
  const list = { to: '/admin/people', words: t('people.title'), all: t('people.all') };
  if (!person) {
    const instead = <DetailState query={query} none={t('people.notThere', { name })} />;
    return <DetailPage list={list} title={name} instead={instead} parts={[]} />;
  }

  const restores = only === null;
  const { isSelf, isOpen, isKept } = standing(person);
  const domain = only ?? person.email.slice(person.email.lastIndexOf('@') + 1);
  const onChanged = () =>
    Promise.all(
      ['person', 'people', 'audit-log', 'sessions-of'].map((kind) =>
        queries.invalidateQueries({ queryKey: [kind] }),
      ),
    );
  const of = { person, onChanged };
  const parts: (Part | false)[] = [
    {
      id: 'overview',
      words: t('people.parts.overview'),
      content: (
        <>
          <PersonFacts person={person} />
          {!isOpen && <p role="status">{t('people.ofProvider')}</p>}
        </>
      ),
    },
    ((isOpen && isKept) || restores) && {
      id: 'account',
      words: t('people.parts.account'),
      content: (
        <>
          {isKept && <PersonForm {...of} isSelf={isSelf} />}
          {isKept && <PersonAliases {...of} domain={domain} />}
          {restores && <PersonRestore person={person} />}
        </>
      ),
    },
    isOpen && {
      id: 'sign-in',
      words: t('people.parts.signIn'),
      content: isSelf ? (
        <OwnAccess />
      ) : (
        <>
          {isKept && <PersonAccess {...of} />}
          {isKept && <PersonSessions {...of} />}
          <PersonReview person={person} />
        </>
      ),
    },
    isOpen && {
      id: 'end',
      words: t(isSelf ? 'people.parts.handOver' : 'people.parts.end'),
      tone: 'danger' as const,
      content: (
        <>
          {isKept && !isSelf && <PersonSuspension {...of} />}
          <PersonDrive {...of} domain={domain} />
          {!isSelf && <PersonDeletion {...of} />}
        </>
      ),
    },
  ];
  return (
    <DetailPage
      list={list}
      title={person.fullname}
      about={<Signs person={person} />}
      instead={null}
      parts={parts.filter((part) => part !== false)}
    />
  );
}

/** Their address and what stands out about them, as in the list, and what else keeps them from signing in or sending. */
function Signs({ person }: { person: ShownPerson }): ReactNode {
  const { t } = useTranslation();
  const { email, deleted_at, suspended, domain_suspended, held, type, two_step } = person;
  return (
    <p className={detail.status}>
      {email}
      {(deleted_at !== null || suspended.length > 0) && (
        <span className={styles.suspended}>
          {deleted_at === null ? suspensionWords(t, person) : t('people.deletion.deleted')}
        </span>
      )}
      {domain_suspended && <span className={styles.suspended}>{t('people.domainSuspended')}</span>}
      {held && <span className={styles.suspended}>{t('people.mailHeld')}</span>}
      {type === 'Owner' && <span className={styles.sign}>{t('people.owner')}</span>}
      {two_step && <span className={styles.sign}>{t('people.twoStep')}</span>}
    </p>
  );
}

/** The address names a person by their main address, by whatever one of theirs they were looked for. */
function useMainAddress(name: string, person: Person | undefined): void {
  const queries = useQueries();
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    if (!person || person.email === name) return;
    queries.setQueryData(['person', person.email], person);
    void navigate(personPage(person.email), { replace: true, state });
  }, [name, person, queries, navigate, state]);
}
