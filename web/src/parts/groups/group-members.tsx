import type { GroupMember } from '@bocau/contract/groups.ts';
import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import pageStyles from '../account/account-page.module.css';
import { AccountState } from '../account/account-state.tsx';
import { Pages, useCursors } from '../account/cursor-pages.tsx';
import { OneFieldForm } from '../account/one-field-form.tsx';
import { useAccountAttempt } from '../account/use-account-attempt.ts';
import { notify } from '../notices/notify.ts';
import { useQuery } from '../queries/use-query.ts';
import type { GroupCalls } from './group-calls.ts';
import styles from './groups.module.css';

const LONGEST_LIST = 20_000;

/** The members of a group; several addresses may be added at once. */
export function GroupMembers({ calls }: { calls: GroupCalls }) {
  const { t } = useTranslation();
  const { domain } = calls;
  const cursors = useCursors();
  const { cursor } = cursors;
  const members = useQuery({
    queryKey: ['group-members', calls.email, cursor],
    queryFn: () => calls.members(cursor),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const shown = members.data?.data;

  async function add(typed: string): Promise<boolean> {
    const emails = typed
      .split(/[\s,;]+/)
      .filter((text) => text !== '')
      .map((text) => (text.includes('@') ? text : `${text}@${domain}`));
    if (emails.length === 0) return false;
    const done = await run(
      async () => {
        await calls.add(emails);
        notify({ text: t('groups.membersAdded') });
        await members.refetch();
        return true;
      },
      {
        invalid_input: () => {
          setFault(t('groups.memberWrong', { domain }));
          return null;
        },
      },
    );
    return done === true;
  }

  const remove = (member: GroupMember) =>
    run(async () => {
      await calls.remove(member.email);
      notify({ text: t('groups.memberRemoved', { address: member.email }) });
      await members.refetch();
      // The line that had the focus is gone.
      heading.current?.focus();
    });

  return (
    <section className={styles.part} aria-labelledby="group-members">
      <h3 id="group-members" ref={heading} tabIndex={-1}>
        {t('groups.members')}
      </h3>
      <p>{t('groups.membersAbout', { domain })}</p>
      <OneFieldForm
        label={t('groups.memberLabel')}
        placeholder={`…@${domain}`}
        maxLength={LONGEST_LIST}
        button={t('groups.memberAdd')}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={add}
      />
      {!shown && <AccountState query={members} lines={2} />}
      {shown && shown.length > 0 && (
        <ul
          className={pageStyles.lines}
          aria-labelledby="group-members"
          aria-busy={members.isPlaceholderData}
        >
          {shown.map((member) => (
            <Line key={member.email} member={member} busy={busy} onRemove={() => void remove(member)} />
          ))}
        </ul>
      )}
      <Pages
        cursors={cursors}
        next={members.data?.meta.next_cursor ?? null}
        waiting={members.isPlaceholderData}
      />
    </section>
  );
}

function Line({ member, busy, onRemove }: { member: GroupMember; busy: boolean; onRemove(): void }) {
  const { t } = useTranslation();
  const { email, name, kind, suspended_at } = member;
  const about = [...(name ? [email] : []), ...(kind === 'person' ? [] : [t(`groups.kinds.${kind}`)])];
  return (
    <li className={styles.line}>
      <span className={pageStyles.what}>
        <span className={pageStyles.name}>{name || email}</span>
        {about.length > 0 && <span className={pageStyles.detail}>{about.join(' · ')}</span>}
        {suspended_at !== null && <span className={pageStyles.detail}>{t('groups.memberSuspended')}</span>}
      </span>
      <Button
        variant="default"
        size="compact-md"
        disabled={busy}
        aria-label={t('groups.memberRemoveWhich', { address: email })}
        onClick={onRemove}
      >
        {t('groups.memberRemove')}
      </Button>
    </li>
  );
}
