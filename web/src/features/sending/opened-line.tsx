import type { Tracking } from '@bocau/contract/messages.ts';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './message-state.module.css';
import { useMoments } from './use-moments.ts';

/** TR-2: what the tracking pixel suggests about the message having been opened, and that this is a guess. */
export function OpenedLine({ tracking }: { tracking: Tracking }) {
  const { t } = useTranslation();
  const { short } = useMoments();
  const { view_count: times, first_seen: first, last_seen: last } = tracking;
  return (
    <div className={styles.line}>
      <IconEye size={16} aria-hidden />
      <span data-hint={t('outgoing.opened.hint')}>{words()}</span>
      <span className="visually-hidden">{t('outgoing.opened.hint')}</span>
    </div>
  );

  function words(): string {
    if (times === 0 || first === null) return t('outgoing.opened.never');
    if (times === 1) return t('outgoing.opened.once', { first: short(first) });
    return t('outgoing.opened.often', { times, first: short(first), last: short(last ?? first) });
  }
}
