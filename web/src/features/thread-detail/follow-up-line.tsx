import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconClockQuestion, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { ACTS } from '../thread-actions/acts.ts';
import styles from './muted-line.module.css';
import { recipientsOf } from './recipients.ts';

/** TD-27: of whom an answer is waited for and until when, or who has not answered and since when; ends the wait. */
export function FollowUpLine({ thread }: { thread: ThreadWithMessages }) {
  const { t } = useTranslation();
  const model = useMailModel();
  const { time_zone: zone } = useSettings();
  const own = useOwnAddresses();
  const { messages, snippets: _snippets, ...row } = thread;
  const { follow_up_at: until, unanswered_since: since } = row;
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

  function end(): void {
    const list = { kind: 'folder', path: thread.mailbox_name } as const;
    ACTS.find(({ id }) => id === 'endFollowUp')?.perform({ model, list, threads: [row], whole: null });
  }

  return (
    <p className={styles.muted}>
      <IconClockQuestion size={16} aria-hidden />
      {names === '' ? t(`threadList.later.${kind}`, { time }) : t(`threadDetail.${kind}`, { names, time })}
      <button
        type="button"
        className="not-printed"
        aria-label={t('acts.labels.endFollowUp')}
        title={t('acts.labels.endFollowUp')}
        onClick={end}
      >
        <IconX size={14} aria-hidden />
      </button>
    </p>
  );
}
