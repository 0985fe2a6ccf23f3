import type { BookMember } from '@bocau/contract/contacts.ts';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './book-members.module.css';

type Props = {
  members: readonly BookMember[];
  /** Addresses that were refused. */
  outside: ReadonlySet<string>;
  onChange(members: readonly BookMember[]): void;
  /** The button that had the focus is gone. */
  onRemoved(): void;
};

/** With whom a book is shared, and what each of them may do. */
export function BookMembers({ members, outside, onChange, onRemoved }: Props) {
  const { t } = useTranslation();
  if (members.length === 0) return <p className={styles.about}>{t('contactTools.books.share.nobody')}</p>;
  return (
    <ul className={styles.members} aria-label={t('contactTools.books.share.members')}>
      {members.map((member) => {
        const { email, name, permission } = member;
        return (
          <li key={email}>
            <span className={styles.who}>
              {name || email}
              {name !== '' && <small>{email}</small>}
              {outside.has(email) && (
                <small className={styles.fault}>{t('contactTools.books.share.unknown')}</small>
              )}
            </span>
            <NativeSelect
              className={styles.permission}
              aria-label={t('contactTools.books.share.permission', { name: name || email })}
              value={permission}
              data={(['READ', 'WRITE'] as const).map((value) => ({
                value,
                label: t(`contactTools.books.share.${value}`),
              }))}
              onChange={({ currentTarget }) => {
                const chosen = currentTarget.value === 'WRITE' ? 'WRITE' : 'READ';
                onChange(members.map((one) => (one === member ? { ...one, permission: chosen } : one)));
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('contactTools.books.share.remove', { name: name || email })}
              onClick={() => {
                onChange(members.filter((one) => one !== member));
                onRemoved();
              }}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
