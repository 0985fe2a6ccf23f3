import type { GroupMember } from '@bocau/contract/groups.ts';
import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { OneFieldForm } from '../one-field-form.tsx';
import people from '../people/people.module.css';

const LONGEST_LIST = 20_000;

/** The members of a group; several addresses may be added at once. */
export function GroupMembers({ domain, group }: { domain: string; group: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const params = { domain, group };
  const cursors = useCursors();
  const { cursor } = cursors;
  const members = useQuery({
    queryKey: ['domain-group-members', group, cursor],
    queryFn: () => api.listGroupMembers({ params, query: cursor ? { cursor } : {} }),
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
        await api.addGroupMembers({ params, body: { emails } });
        notify({ text: t('admin.groups.membersAdded') });
        await members.refetch();
        return true;
      },
      {
        invalid_input: () => {
          setFault(t('admin.groups.memberWrong', { domain }));
          return null;
        },
      },
    );
    return done === true;
  }

  const remove = (member: GroupMember) =>
    run(async () => {
      await api.removeGroupMember({ params: { ...params, member: member.email } });
      notify({ text: t('admin.groups.memberRemoved', { address: member.email }) });
      await members.refetch();
      // The line that had the focus is gone.
      heading.current?.focus();
    });

  return (
    <section className={people.part} aria-labelledby="domain-group-members">
      <h3 id="domain-group-members" ref={heading} tabIndex={-1}>
        {t('admin.groups.members')}
      </h3>
      <p>{t('admin.groups.membersAbout', { domain })}</p>
      <OneFieldForm
        label={t('admin.groups.memberLabel')}
        placeholder={`…@${domain}`}
        maxLength={LONGEST_LIST}
        button={t('admin.groups.memberAdd')}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={add}
      />
      {!shown && <AccountState query={members} lines={2} />}
      {shown && shown.length > 0 && (
        <ul
          className={pageStyles.lines}
          aria-labelledby="domain-group-members"
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
  const about = [...(name ? [email] : []), ...(kind === 'person' ? [] : [t(`admin.groups.kinds.${kind}`)])];
  return (
    <li className={people.line}>
      <span className={pageStyles.what}>
        <span className={pageStyles.name}>{name || email}</span>
        {about.length > 0 && <span className={pageStyles.detail}>{about.join(' · ')}</span>}
        {suspended_at !== null && (
          <span className={pageStyles.detail}>{t('admin.groups.memberSuspended')}</span>
        )}
      </span>
      <Button
        variant="default"
        size="compact-md"
        disabled={busy}
        aria-label={t('admin.groups.memberRemoveWhich', { address: email })}
        onClick={onRemove}
      >
        {t('admin.groups.memberRemove')}
      </Button>
    </li>
  );
}
