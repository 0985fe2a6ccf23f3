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

/** LT-11, LT-12: until when the conversations are put aside, each choice with its date. */
export function SnoozeDialog({ target, onClose }: { target: ActTarget; onClose(): void }) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const [openedAt] = useState(() => Math.floor(nowMs() / 1000));

  function snooze(until: number | null): void {
    onClose();
    beginAct(target, {
      name: 'snooze',
      operation: (threads) => ({ kind: 'snooze', groups: groupsOf(threads), until }),
      each: target.threads.some(({ mailbox_name }) => mailbox_name === SNOOZED),
      folder: until === null ? t('snooze.untilReply') : plannedWords(until, zone, language),
    });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={420}
      title={t('snooze.title', { threads: t('acts.threads', { count: target.threads.length }) })}
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
