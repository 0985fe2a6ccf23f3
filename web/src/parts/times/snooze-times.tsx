import { useTranslation } from '../../i18n/use-translation.ts';
import { ChooseTime } from './choose-time.tsx';
import { snoozeChoices } from './snooze-choices.ts';
import { OtherChoice } from './time-choices.tsx';

type Props = { count: number; onChoose(until: number | null): void; onClose(): void };

/** LT-11: until when conversations are put aside, each choice with its date. */
export function SnoozeTimes({ count, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <ChooseTime
      title={t('snooze.title', { threads: t('acts.threads', { count }) })}
      choicesAt={(now, zone) =>
        snoozeChoices(now, zone).map(({ name, at }) => ({ key: name, words: t(`snooze.${name}`), at }))
      }
      confirm={t('snooze.confirm')}
      far={t('snooze.faults.far')}
      onChosen={onChoose}
      onClose={onClose}
    >
      <OtherChoice onClick={() => onChoose(null)}>{t('snooze.reply')}</OtherChoice>
    </ChooseTime>
  );
}
