import type { DirectoryPerson } from '@bocau/contract/directory.ts';
import { Button } from '@mantine/core';
import {
  IconCloudOff,
  IconMail,
  IconPhone,
  IconSitemap,
  IconUserOff,
  IconUserStar,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { peopleAddressOf } from '../../../parts/contacts/people-address.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { Link } from '../../../router/router.tsx';
import { ListState } from '../../../ui/list-state.tsx';
import { Fact, Line, PhoneNumber } from '../card-fact.tsx';
import facts from '../card-facts.module.css';
import { NobodyOpened, PersonDetails, PersonLoading, PersonPane } from './person-pane.tsx';

type Props = {
  email: string | null;
  /** As the list has them; others are looked up. */
  known: DirectoryPerson | undefined;
  alone: boolean;
  onClose(): void;
};

/** The opened person of the directory. */
export function DirectoryPersonPane({ email, known, alone, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const found = useQuery({
    queryKey: ['directory-person', email],
    enabled: email !== null && known === undefined,
    queryFn: async () => (await api.getDirectoryPerson({ query: { email: email ?? '' } })).data,
  });
  const person = known ?? found.data;

  function content(): ReactNode {
    if (email === null) return <NobodyOpened />;
    if (person) return <Details key={email} person={person} />;
    if (!found.isError) return <PersonLoading />;
    const error = asApiError(found.error);
    if (error.status === 404) {
      return (
        <ListState
          icon={IconUserOff}
          title={t('contactPeople.directory.gone.title')}
          text={t('contactPeople.directory.gone.text')}
        />
      );
    }
    return (
      <ListState icon={IconCloudOff} title={t('contactPeople.failed')} text={errorWords(t, error)}>
        <Button variant="default" onClick={() => void found.refetch()}>
          {t('common.actions.retry')}
        </Button>
      </ListState>
    );
  }

  return (
    <PersonPane alone={alone} isOpen={email !== null} onClose={onClose}>
      {content()}
    </PersonPane>
  );
}

function Details({ person }: { person: DirectoryPerson }) {
  const { t } = useTranslation();
  const { email, name, title, department, phone, manager } = person;
  return (
    <PersonDetails
      person={{ email, name: name || email, photo: person.avatar }}
      about={[title, department].filter(Boolean).join(' · ')}
      phone={phone}
      fields={{
        ...{ full_name: name, title, department, emails: [{ label: 'work', value: email }] },
        phones: phone === '' ? [] : [{ label: 'work', value: phone }],
      }}
    >
      <Fact icon={IconMail} term={t('contacts.card.emails')}>
        <Line copy={email}>{email}</Line>
      </Fact>
      <Fact icon={IconPhone} term={t('contacts.card.phones')}>
        {phone !== '' && (
          <Line copy={phone}>
            <PhoneNumber written={phone} international={null} />
          </Line>
        )}
      </Fact>
      <Fact icon={IconSitemap} term={t('contactPeople.directory.department')}>
        {department !== '' && (
          <Line label={t('contactPeople.directory.department')}>
            <Link className={facts.link} to={peopleAddressOf('directory', { department })}>
              {department}
            </Link>
          </Line>
        )}
      </Fact>
      <Fact icon={IconUserStar} term={t('contactPeople.directory.manager')}>
        {manager && (
          <Line label={t('contactPeople.directory.manager')}>
            <Link className={facts.link} to={peopleAddressOf('directory', { email: manager.email })}>
              {manager.name || manager.email}
            </Link>
          </Line>
        )}
      </Fact>
    </PersonDetails>
  );
}
