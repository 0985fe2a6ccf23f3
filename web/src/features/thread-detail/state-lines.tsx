import { SNOOZED } from '@bocau/contract/folder-roles.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconBellOff, IconClockPause, IconClockQuestion, IconX } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { rowOfThread } from '../../model/mail/row-of-thread.ts';
import type { ActId } from '../../parts/acts/thread-act.ts';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { ACTS } from '../thread-actions/acts.ts';
import { recipientsOf } from './recipients.ts';
import styles from './state-lines.module.css';

type Props = { thread: ThreadWithMessages };

/** What holds for an open conversation, each with the act that ends it: it is muted, put aside, or waits for an answer. */
export function StateLines({ thread }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { snoozed_until: until } = thread;
  return (
    <>
      {thread.muted && (
        <StateLine
          thread={thread}
          icon={IconBellOff}
          act="unmute"
          label={t('threadDetail.unmute')}
          words={t('threadList.muted')}
        />
      )}
      {thread.mailbox_name === SNOOZED && (
        <StateLine
          thread={thread}
          icon={IconClockPause}
          act="unsnooze"
          label={t('acts.labels.unsnooze')}
          words={
            until === undefined
              ? t('threadList.later.reply')
              : t('threadList.later.until', { time: shortMoment(until, now(), zone) })
          }
        />
      )}
      <WaitingLine thread={thread} />
    </>
  );
}

/** TD-27: of whom an answer is waited for and until when, or who has not answered and since when. */
function WaitingLine({ thread }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const own = useOwnAddresses();
  const { messages, follow_up_at: until, unanswered_since: since } = thread;
  const at = since ?? until;
  if (at === undefined) return null;
  const isOwn = ({ email }: { email: string }) => own.has(email.toLowerCase());
  const asked =
    messages.find((message) =>
      since === undefined ? message.follow_up_at === until : message.date === since,
    ) ?? messages.findLast(({ from }) => isOwn(from));
  const { named, more } = asked
    ? recipientsOf(asked, own, t('threadDetail.message.toMe'))
    : { named: [], more: 0 };
  const names = named.map(({ name }) => name).join(', ') + (more > 0 ? ` +${more}` : '');
  const kind = since === undefined ? 'waiting' : 'unanswered';
  const time = shortMoment(at, now(), zone);
  return (
    <StateLine
      thread={thread}
      icon={IconClockQuestion}
      act="endFollowUp"
      label={t('acts.labels.endFollowUp')}
      words={
        names === '' ? t(`threadList.later.${kind}`, { time }) : t(`threadDetail.${kind}`, { names, time })
      }
    />
  );
}

type LineProps = Props & {
  icon: ComponentType<{ size?: number }>;
  words: string;
  act: ActId;
  label: string;
};

function StateLine({ thread, icon: Icon, words, act, label }: LineProps) {
  const model = useMailModel();

  function end(): void {
    const list = { kind: 'folder', path: thread.mailbox_name } as const;
    ACTS.find(({ id }) => id === act)?.perform({ model, list, threads: [rowOfThread(thread)], whole: null });
  }

  return (
    <p className={styles.line}>
      <Icon size={16} aria-hidden />
      {words}
      <button type="button" className="not-printed" aria-label={label} title={label} onClick={end}>
        <IconX size={14} aria-hidden />
      </button>
    </p>
  );
}
