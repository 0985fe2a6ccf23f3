import { SNOOZED } from '@bocau/contract/folder-roles.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type ActTarget, groupsOf } from '../../parts/acts/act-target.ts';
import { plannedWords } from '../../parts/sending/planned-words.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { SnoozeTimes } from '../../parts/times/snooze-times.tsx';
import { beginAct } from './begin-act.ts';

/** LT-12: puts the conversations aside. */
export function SnoozeDialog({ target, onClose }: { target: ActTarget; onClose(): void }) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();

  /** Each gets another time, and has its own to be undone to. */
  const isAgain = target.threads.some(({ mailbox_name }) => mailbox_name === SNOOZED);

  function snooze(until: number | null): void {
    onClose();
    beginAct(target, {
      name: 'snooze',
      operation: (threads) => ({ kind: 'snooze', groups: groupsOf(threads), until }),
      each: isAgain,
      together: !isAgain,
      folder: until === null ? t('snooze.untilReply') : plannedWords(until, zone, language),
    });
  }

  return <SnoozeTimes count={target.threads.length} onChoose={snooze} onClose={onClose} />;
}
