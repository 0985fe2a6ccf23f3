import { workingMorning } from '@bocau/contract/working-morning.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ChooseTime } from './choose-time.tsx';
import { FOLLOW_UP_CHOICES } from './picked-times.ts';

type Props = {
  onChosen(at: number): void;
  onClose(): void;
  /** Without the choices, which a menu had. */
  ownOnly?: boolean;
};

/** The dialog in which to choose when to be reminded, should nobody answer. */
export function FollowUpTimes({ onChosen, onClose, ownOnly }: Props) {
  const { t } = useTranslation();
  return (
    <ChooseTime
      title={t('followUp.title')}
      choicesAt={(now, zone) =>
        FOLLOW_UP_CHOICES.map((count) => ({
          key: String(count),
          words: t('followUp.in', { count }),
          at: workingMorning(now, count, zone),
        }))
      }
      confirm={t('followUp.confirm')}
      far={t('followUp.far')}
      onChosen={(at) => {
        onClose();
        onChosen(at);
      }}
      onClose={onClose}
      ownOnly={ownOnly}
    />
  );
}
