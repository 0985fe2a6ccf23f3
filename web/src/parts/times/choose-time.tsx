import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now as nowMs } from '../../lib/timers.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { plannedWords } from '../sending/planned-words.ts';
import { useSettings } from '../settings/use-settings.ts';
import { PickTime } from './pick-time.tsx';
import { faultOfPick, firstPick } from './picked-times.ts';
import { OtherChoice, type TimeChoice, TimeChoices } from './time-choices.tsx';

type Props = {
  title: string;
  choicesAt(now: number, zone: string): TimeChoice[];
  /** The button below a time of one's own. */
  confirm: string;
  /** Why nothing can be later than two years from now. */
  far: string;
  onChosen(at: number): void;
  onClose(): void;
  /** The choices were offered already: it begins with a time of one's own, and has nothing else. */
  ownOnly?: boolean | undefined;
  /** More choices, which are no times. */
  children?: ReactNode;
};

/** A dialog with times to choose from, each with its date in words, or one of one's own. */
export function ChooseTime(props: Props) {
  const { title, choicesAt, confirm, far, onChosen, onClose, ownOnly = false, children } = props;
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const [openedAt] = useState(() => Math.floor(nowMs() / 1000));
  const [picked, setPicked] = useState(() => firstPick(openedAt, zone));
  const [picking, setPicking] = useState(ownOnly);
  const wordsOf = (at: number) => plannedWords(at, zone, language);

  function faultWords(at: number | null, now: number): string | null {
    const fault = faultOfPick(at, now);
    if (fault === null) return null;
    return fault === 'far' ? far : t(`snooze.faults.${fault}`);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={420}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {!ownOnly && (
        <TimeChoices choices={choicesAt(openedAt, zone)} wordsOf={wordsOf} onChosen={onChosen}>
          {children}
          {!picking && <OtherChoice onClick={() => setPicking(true)}>{t('snooze.pick')}</OtherChoice>}
        </TimeChoices>
      )}
      {picking && (
        <PickTime
          picked={picked}
          zone={zone}
          confirm={confirm}
          wordsOf={wordsOf}
          faultWords={faultWords}
          onPick={setPicked}
          onPicked={onChosen}
        />
      )}
    </Modal>
  );
}
