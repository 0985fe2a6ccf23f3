import type { OtherPerson } from '@bocau/contract/other-people.ts';
import { Button } from '@mantine/core';
import { IconCloudOff, IconMail, IconMessages, IconUserMinus, IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullDate } from '../../../lib/dates.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { shortName } from '../../../parts/addresses/short-name.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { ListState } from '../../../ui/list-state.tsx';
import { Fact, Line } from '../card-fact.tsx';
import facts from '../card-facts.module.css';
import { NobodyOpened, PersonDetails, PersonLoading, PersonPane } from './person-pane.tsx';
import { useForgetPerson } from './use-forget-person.ts';

type Props = {
  email: string | null;
  /** As the list has them; others are searched for. */
  known: OtherPerson | undefined;
  alone: boolean;
  onClose(): void;
};

/** Somebody who was written to and has no card. */
export function OtherPersonPane({ email, known, alone, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const found = useQuery({
    queryKey: ['other-people', 'one', email],
    enabled: email !== null && known === undefined,
    staleTime: 0,
    queryFn: async () => {
      const { data } = await api.listOtherPeople({ query: { search: email ?? '' } });
      return data.find((person) => person.email === email) ?? null;
    },
  });
  const person = known ?? found.data;

  function content(): ReactNode {
    if (email === null) return <NobodyOpened />;
    if (person) return <Details key={email} person={person} onForgotten={onClose} />;
    if (found.isError) {
      return (
        <ListState
          icon={IconCloudOff}
          title={t('contactPeople.failed')}
          text={errorWords(t, asApiError(found.error))}
        >
          <Button variant="default" onClick={() => void found.refetch()}>
            {t('common.actions.retry')}
          </Button>
        </ListState>
      );
    }
    if (person === undefined) return <PersonLoading />;
    return (
      <ListState
        icon={IconUserOff}
        title={t('contactPeople.others.gone.title')}
        text={t('contactPeople.others.gone.text')}
      />
    );
  }

  return (
    <PersonPane alone={alone} isOpen={email !== null} onClose={onClose}>
      {content()}
    </PersonPane>
  );
}

function Details({ person, onForgotten }: { person: OtherPerson; onForgotten(): void }) {
  const { t } = useTranslation();
  const { email, name, sent, received, last_at } = person;
  const { forget, busy } = useForgetPerson(person, onForgotten);
  return (
    <PersonDetails
      person={{ email, name: shortName(person), photo: null }}
      about={name.trim() === '' ? '' : email}
      fields={{
        emails: [{ label: 'work', value: email }],
        ...(name.trim() !== '' && { full_name: name.trim() }),
      }}
      opensCard
      acts={
        <button
          type="button"
          className={facts.link}
          aria-disabled={busy || undefined}
          onClick={() => void forget()}
        >
          <IconUserMinus size={18} aria-hidden />
          <span>{t('contactPeople.others.forget')}</span>
        </button>
      }
    >
      <Fact icon={IconMail} term={t('contacts.card.emails')}>
        <Line copy={email}>{email}</Line>
      </Fact>
      <Fact icon={IconMessages} term={t('contactPeople.others.exchanged')}>
        <Line>
          {[
            t('contactPeople.others.sent', { count: sent }),
            ...(received > 0 ? [t('contactPeople.others.received', { count: received })] : []),
            t('contactPeople.others.last', { at: fullDate(last_at) }),
          ].join(' · ')}
        </Line>
      </Fact>
    </PersonDetails>
  );
}
