import { SNOOZED } from '@bocau/contract/folder-roles.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now as nowMs } from '../../lib/timers.ts';
import { type ActTarget, groupsOf } from '../../parts/acts/act-target.ts';
import { plannedWords } from '../../parts/sending/planned-words.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { ChooseTime, OtherChoice } from '../../parts/times/choose-time.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { beginAct } from './begin-act.ts';
import { snoozeChoices } from './snooze-times.ts';

/** LT-12: puts the conversations aside. */
export function SnoozeDialog({ target, onClose }: { target: ActTarget; onClose(): void }) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();

  function snooze(until: number | null): void {
    onClose();
    beginAct(target, {
      name: 'snooze',
      operation: (threads) => ({ kind: 'snooze', groups: groupsOf(threads), until }),
      each: target.threads.some(({ mailbox_name }) => mailbox_name === SNOOZED),
      folder: until === null ? t('snooze.untilReply') : plannedWords(until, zone, language),
    });
  }

  return <SnoozeTimes count={target.threads.length} onChoose={snooze} onClose={onClose} />;
}

type TimesProps = { count: number; onChoose(until: number | null): void; onClose(): void };

/** LT-11: until when conversations are put aside, each choice with its date. */
export function SnoozeTimes({ count, onChoose: snooze, onClose }: TimesProps) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const [openedAt] = useState(() => Math.floor(nowMs() / 1000));

  return (
    <Modal
      opened
      onClose={onClose}
      size={420}
      title={t('snooze.title', { threads: t('acts.threads', { count }) })}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <ChooseTime
        choices={snoozeChoices(openedAt, zone).map(({ name, at }) => ({
          key: name,
          words: t(`snooze.${name}`),
          at,
        }))}
        confirm={t('snooze.confirm')}
        far={t('snooze.faults.far')}
        onChosen={snooze}
      >
        <OtherChoice onClick={() => snooze(null)}>{t('snooze.reply')}</OtherChoice>
      </ChooseTime>
    </Modal>
  );
}
