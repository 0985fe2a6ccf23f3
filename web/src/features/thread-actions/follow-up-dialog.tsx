import { useTranslation } from '../../i18n/use-translation.ts';
import { type ActTarget, groupsOf } from '../../parts/acts/act-target.ts';
import { plannedWords } from '../../parts/sending/planned-words.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { FollowUpTimes } from '../../parts/times/follow-up-times.tsx';
import { beginAct } from './begin-act.ts';

/** FU-15: when to remind of sent messages that nobody has answered. */
export function FollowUpDialog({ target, onClose }: { target: ActTarget; onClose(): void }) {
  const { language } = useTranslation();
  const { time_zone: zone } = useSettings();

  function followUp(at: number): void {
    beginAct(target, {
      name: 'followUp',
      operation: (threads) => ({ kind: 'follow-up', groups: groupsOf(threads), at }),
      each: true,
      folder: plannedWords(at, zone, language),
    });
  }

  return <FollowUpTimes onChosen={followUp} onClose={onClose} />;
}
