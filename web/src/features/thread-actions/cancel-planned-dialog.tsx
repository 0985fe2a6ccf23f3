import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { PlannedSends } from '../../parts/acts/thread-dialog.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useAttempt } from '../../parts/notices/use-attempt.ts';
import { useNavigate } from '../../router/router.tsx';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';

const SECONDS = 10;
/** More than any list of planned messages needs. */
const MOST_CALLS = 200;

/** TL-5, TD-5: asks once, saying how many, then moves them back to Drafts. */
export function CancelPlannedDialog({ planned, onClose }: { planned: PlannedSends; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const { busy, run } = useAttempt();
  const { list, messageIds, threads: count, onEnded } = planned;
  const kind = list === 'webmail_period' ? 'periodic' : 'scheduled';

  // Another dialog may be open when the calls end.
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function cancel(): Promise<void> {
    const call = list === 'webmail_period' ? api.cancelPeriodics : api.cancelSchedules;
    const body = messageIds ? { message_ids: [...messageIds] } : {};
    let sum = 0;
    for (let calls = 0; calls < MOST_CALLS; calls += 1) {
      const { ended, more } = (await call({ body })).data;
      sum += ended;
      if (!more) break;
    }
    notify({
      text: sum > 0 ? t(`outgoing.planned.${kind}.done`, { count: sum }) : t('outgoing.planned.none'),
      seconds: SECONDS,
      action: { label: t('outgoing.planned.openDrafts'), run: () => void navigate('/folder/Drafts') },
    });
    if (sum > 0) onEnded?.();
  }

  return (
    <ChoiceDialog
      title={t(`outgoing.planned.${kind}.title`, { threads: t('acts.threads', { count }) })}
      safe={t('outgoing.planned.keep')}
      other={{ label: t(`outgoing.planned.${kind}.confirm`), tone: 'danger', disabled: busy }}
      onSafe={onClose}
      onOther={() => void run(cancel).finally(() => isOpen.current && onClose())}
    >
      <p>{t(`outgoing.planned.${kind}.text`)}</p>
    </ChoiceDialog>
  );
}
