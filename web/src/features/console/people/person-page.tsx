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
import styles from './people.module.css';
import { Account, End, Overview, SignIn } from './person-parts.tsx';
import { sessionsOf } from './person-sessions.tsx';
import { suspensionWords } from './suspension-words.ts';

/** The user: `domain` is null for those who administer all domains, `ownName` is their address. */
type Looking = { domain: string | null; ownName: string };

/** `name`: any address of the person. */
type Props = Looking & { name: string };

/** The facts about a person, and the actions on their account. */
export function PersonPage({ name, domain: only, ownName }: Props) {
  const { t } = useTranslation();
  const queries = useQueries();
  const query = usePerson(name, { domain: only, ownName });
  const { data: person } = query;
  useMainAddress(name, person);
  const list = { to: '/admin/people', words: t('people.title'), all: t('people.all') };
  if (!person) {
    const instead = <DetailState query={query} none={t('people.notThere', { name })} />;
    return <DetailPage list={list} title={name} instead={instead} parts={[]} />;
  }

  const restores = only === null;
  const standing = standingOf(person, { domain: only, ownName });
  const { isSelf, isOpen, isKept } = standing;
  const domain = only ?? person.email.slice(person.email.lastIndexOf('@') + 1);
  const onChanged = () =>
    Promise.all(
      ['person', 'people', 'audit-log', 'sessions-of'].map((kind) =>
        queries.invalidateQueries({ queryKey: [kind] }),
      ),
    );
  const of = { person, ...standing, onChanged };
  const parts: (Part | false)[] = [
    {
      id: 'overview',
      words: t('people.parts.overview'),
      content: <Overview {...of} />,
    },
    ((isOpen && isKept) || restores) && {
      id: 'account',
      words: t('people.parts.account'),
      content: <Account {...of} domain={domain} restores={restores} />,
    },
    isOpen && {
      id: 'sign-in',
      words: t('people.parts.signIn'),
      content: <SignIn {...of} />,
    },
    isOpen && {
      id: 'end',
      words: t(isSelf ? 'people.parts.handOver' : 'people.parts.end'),
      tone: 'danger',
      content: <End {...of} domain={domain} />,
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

/** The person's address and the warnings of the list, and other reasons why they can't sign in or send. */
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

/** Loads a person together with what the page shows at once. */
function usePerson(name: string, looking: Looking) {
  const api = useApi();
  const queries = useQueries();
  return useQuery({
    queryKey: ['person', name],
    queryFn: async () => {
      const { data } = await api.showAnyPerson({ params: { id: name } });
      const { isOpen, isKept, isSelf } = standingOf(data, looking);
      // Loaded first, so that what is below the sessions doesn't move.
      if (isOpen && isKept && !isSelf) await queries.prefetchQuery(sessionsOf(api, data.id));
      return data;
    },
    // Another administrator may have changed it since: each form begins with a fresh answer.
    gcTime: 0,
  });
}

/** Whether the person is the user, may be changed by the user, and is not deleted. */
function standingOf({ email, provider, deleted_at }: ShownPerson, { domain, ownName }: Looking) {
  const isSelf = email === ownName;
  // An owner of a domain can't change a provider, who administers everything.
  return { isSelf, isOpen: domain === null || isSelf || !provider, isKept: deleted_at === null };
}

/** Redirects from any address of the person to their main one. */
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
