import type { ListedGroup } from '@bocau/contract/groups.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import people from '../people/people.module.css';
import { typedAddress } from '../people/typed-address.ts';
import styles from './domain.module.css';
import { GroupEditor } from './group-editor.tsx';

/** The addresses of a domain that reach several people; one of them is opened in place of the list. */
export function DomainGroups({ name }: { name: string }) {
  const [opened, setOpened] = useState<string | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  function close() {
    setLeft(opened);
    setOpened(null);
  }
  if (opened !== null) return <GroupEditor domain={name} group={opened} onClose={close} />;
  return <GroupList name={name} left={left} onOpen={setOpened} />;
}

type ListProps = { name: string; left: string | null; onOpen(group: string): void };

function GroupList({ name, left, onOpen }: ListProps) {
  const { t } = useTranslation();
  const api = useApi();
  const cursors = useCursors();
  const { cursor } = cursors;
  const groups = useQuery({
    queryKey: ['domain-groups', name, cursor],
    queryFn: () => api.listGroups({ params: { domain: name }, query: cursor ? { cursor } : {} }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { busy, run } = useAccountAttempt();
  const heading = useRef<HTMLHeadingElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const shown = groups.data?.data;

  /** Words at the field instead of a notice. */
  const say = (words: string) => () => {
    setFault(words);
    return null;
  };

  async function add(typed: string): Promise<boolean> {
    const address = typedAddress(typed, name);
    if (address === null) {
      setFault(t('admin.groups.wrong', { domain: name }));
      return false;
    }
    const added = await run(
      async () => {
        const body = {
          local: address.slice(0, address.lastIndexOf('@')),
          name: '',
          writers: 'domain',
        } as const;
        return (await api.addGroup({ params: { domain: name }, body })).data;
      },
      {
        already_exists: say(t('admin.groups.taken', { address })),
        invalid_input: say(t('admin.groups.letters')),
      },
    );
    if (!added) return false;
    notify({ text: t('admin.groups.added', { address: added.email }) });
    onOpen(added.email);
    return true;
  }

  return (
    <section className={people.part} aria-labelledby="domain-groups">
      <h3 id="domain-groups" ref={heading} tabIndex={-1}>
        {t('admin.groups.title')}
      </h3>
      <p>{t('admin.groups.about')}</p>
      <OneFieldForm
        label={t('admin.groups.label')}
        placeholder={`…@${name}`}
        maxLength={254}
        button={t('admin.groups.add')}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={add}
      />
      {!shown && <AccountState query={groups} lines={2} />}
      {shown?.length === 0 && <p>{t('admin.groups.none')}</p>}
      {shown && shown.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="domain-groups" aria-busy={groups.isPlaceholderData}>
          {shown.map((group) => (
            <Line key={group.email} group={group} hasFocus={group.email === left} onOpen={onOpen} />
          ))}
        </ul>
      )}
      <Pages
        cursors={cursors}
        next={groups.data?.meta.next_cursor ?? null}
        waiting={groups.isPlaceholderData}
      />
    </section>
  );
}

type LineProps = { group: ListedGroup; hasFocus: boolean; onOpen(group: string): void };

function Line({ group, hasFocus, onOpen }: LineProps) {
  const { t } = useTranslation();
  const { email, name, members, writers } = group;
  return (
    <li className={people.line}>
      <button
        type="button"
        className={styles.group}
        ref={(button) => {
          if (hasFocus) button?.focus();
        }}
        onClick={() => onOpen(email)}
      >
        <span className={pageStyles.what}>
          <span className={pageStyles.name}>{name || email}</span>
          <span className={pageStyles.detail}>
            {[
              ...(name ? [email] : []),
              t('groups.count', { count: members }),
              t(`groups.writers.${writers}`),
            ].join(' · ')}
          </span>
        </span>
        <IconChevronRight size={20} aria-hidden />
      </button>
    </li>
  );
}
