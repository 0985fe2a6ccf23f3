import type { GroupRequest } from '@bocau/contract/own-groups.ts';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import pageStyles from '../account/account-page.module.css';
import { AccountState } from '../account/account-state.tsx';
import { useAccountAttempt } from '../account/use-account-attempt.ts';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';
import { useQuery } from '../queries/use-query.ts';
import styles from './groups.module.css';

/** The people who asked a group's keepers to join. */
export function GroupRequests({ group, onAnswered }: { group: string; onAnswered(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const requests = useQuery({
    queryKey: ['group-requests', group],
    queryFn: async () => (await api.listGroupRequests({ params: { group } })).data,
    gcTime: 0,
  });
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = requests.data;

  async function answer({ email, name }: GroupRequest, accept: boolean) {
    const who = name || email;
    const before = () => t('groups.requests.before');
    await run(
      async () => {
        await api.answerGroupRequest({ params: { group, person: email }, body: { accept } });
        notify({ text: t(accept ? 'groups.requests.accepted' : 'groups.requests.refused', { who }) });
        onAnswered();
      },
      { not_found: before },
    );
    await requests.refetch();
    // The line that had the focus is gone.
    heading.current?.focus();
  }

  return (
    <section className={styles.part} aria-labelledby="group-requests">
      <h3 id="group-requests" ref={heading} tabIndex={-1}>
        {t('groups.requests.title')}
      </h3>
      {!shown && <AccountState query={requests} lines={1} />}
      {shown && shown.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="group-requests">
          {shown.map((request) => (
            <RequestLine
              key={request.email}
              request={request}
              busy={busy}
              onAnswer={(accept) => void answer(request, accept)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type LineProps = { request: GroupRequest; busy: boolean; onAnswer(accept: boolean): void };

function RequestLine({ request: { email, name }, busy, onAnswer }: LineProps) {
  const { t } = useTranslation();
  const button = (act: 'accept' | 'refuse') => {
    const words = t(`groups.requests.${act}`);
    return (
      <Button
        variant={act === 'accept' ? 'light' : 'default'}
        disabled={busy}
        aria-label={t('groups.requests.which', { act: words, who: email })}
        onClick={() => onAnswer(act === 'accept')}
      >
        {words}
      </Button>
    );
  };
  return (
    <li className={styles.held}>
      <span className={pageStyles.what}>
        <span className={pageStyles.name}>{name || email}</span>
        {name && <span className={pageStyles.detail}>{email}</span>}
      </span>
      <span className={styles.acts}>
        {button('accept')}
        {button('refuse')}
      </span>
    </li>
  );
}
