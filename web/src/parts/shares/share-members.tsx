import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import styles from './share-with.module.css';

/** Somebody with whom something is shared. */
export type ShareMember<P extends string> = { email: string; name: string; permission: P };

export type MembersWords<P extends string> = {
  nobody: string;
  members: string;
  unknown: string;
  permissions: Readonly<Record<P, string>>;
  permissionOf(name: string): string;
  remove(name: string): string;
};

type Props<P extends string> = {
  members: readonly ShareMember<P>[];
  words: MembersWords<P>;
  /** Addresses that were refused. */
  outside: ReadonlySet<string>;
  onChange(members: readonly ShareMember<P>[]): void;
  /** The button that had the focus is gone. */
  onRemoved(): void;
};

/** With whom something is shared, and what each of them may do. */
export function ShareMembers<P extends string>({ members, words, outside, onChange, onRemoved }: Props<P>) {
  if (members.length === 0) return <p className={styles.about}>{words.nobody}</p>;
  const permissions = Object.keys(words.permissions) as P[];
  return (
    <ul className={styles.members} aria-label={words.members}>
      {members.map((member) => {
        const { email, name, permission } = member;
        return (
          <li key={email}>
            <span className={styles.who}>
              {name || email}
              {name !== '' && <small>{email}</small>}
              {outside.has(email) && <small className={styles.fault}>{words.unknown}</small>}
            </span>
            <NativeSelect
              className={styles.permission}
              aria-label={words.permissionOf(name || email)}
              value={permission}
              data={permissions.map((value) => ({ value, label: words.permissions[value] }))}
              onChange={({ currentTarget }) => {
                const chosen = permissions.find((one) => one === currentTarget.value) ?? permission;
                onChange(members.map((one) => (one === member ? { ...one, permission: chosen } : one)));
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={words.remove(name || email)}
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
