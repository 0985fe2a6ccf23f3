import type { OwnGroup } from '@bocau/contract/own-groups.ts';
import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { groupAddressOf } from '../../../parts/groups/group-address.ts';
import { Link } from '../../../router/router.tsx';
import styles from './groups-screen.module.css';

export type GroupAct = 'join' | 'ask' | 'leave' | 'takeBack';
type Props = { group: OwnGroup; busy: boolean; onAct(act: GroupAct): void };

/** A group with what one is in it, and what one may do about that. */
export function GroupLine({ group, busy, onAct }: Props) {
  const { t } = useTranslation();
  const { email, name, members, keeps, held, requests, sees_members: sees } = group;
  const standing = standingOf(group);
  const facts = [
    ...(name ? [email] : []),
    t('groups.count', { count: members }),
    ...(standing ? [t(`groups.own.${standing}`)] : []),
  ];
  const act = actOn(group);
  const words = act && t(`groups.own.${act}`);
  const waiting = [
    ...(held > 0 ? [t('groups.own.waiting', { count: held })] : []),
    ...(requests > 0 ? [t('groups.own.waitingRequests', { count: requests })] : []),
  ];
  return (
    <li className={styles.line}>
      <IconUsersGroup size={20} aria-hidden />
      <span className={`${pageStyles.what} ${styles.about}`}>
        {keeps || sees ? (
          <Link to={groupAddressOf(email)} className={styles.name}>
            {name || email}
          </Link>
        ) : (
          <span className={pageStyles.name}>{name || email}</span>
        )}
        <span className={pageStyles.detail}>{facts.join(' · ')}</span>
      </span>
      {waiting.length > 0 && <span className={styles.waiting}>{waiting.join(' · ')}</span>}
      {act && words && (
        <Button
          variant="default"
          disabled={busy}
          aria-label={t('groups.own.which', { act: words, group: email })}
          onClick={() => onAct(act)}
        >
          {words}
        </Button>
      )}
    </li>
  );
}

function standingOf({ keeps, member, asked, joining }: OwnGroup) {
  if (keeps) return 'keeps';
  if (member) return 'member';
  if (asked) return 'asked';
  return joining === 'nobody' ? null : joining === 'ask' ? 'mayAsk' : 'mayJoin';
}

function actOn({ keeps, member, asked, joining, may_leave }: OwnGroup): GroupAct | null {
  if (member) return may_leave ? 'leave' : null;
  if (asked) return 'takeBack';
  if (keeps || joining === 'everyone') return 'join';
  return joining === 'ask' ? 'ask' : null;
}
