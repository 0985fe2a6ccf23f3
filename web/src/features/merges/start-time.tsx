import { useTranslation } from '../../i18n/use-translation.ts';
import { ChooseTime } from '../../parts/times/choose-time.tsx';
import { snoozeChoices } from '../../parts/times/snooze-choices.ts';

type Props = { onChosen(at: number): void; onClose(): void };

/** When the first message of a merge leaves. */
export function StartTime({ onChosen, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <ChooseTime
      title={t('merges.send.startTitle')}
      choicesAt={(now, zone) =>
        snoozeChoices(now, zone).map(({ name, at }) => ({ key: name, words: t(`snooze.${name}`), at }))
      }
      confirm={t('merges.send.startConfirm')}
      far={t('merges.send.startFar')}
      onChosen={onChosen}
      onClose={onClose}
    />
  );
}
