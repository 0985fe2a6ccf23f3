import { IconClockQuestion, IconDots, IconX } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { askedQuestion } from '../../../model/compose/asked-question.ts';
import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { plannedWords } from '../../../parts/sending/planned-words.ts';
import { useSettings, useSettingsModel } from '../../../parts/settings/use-settings.ts';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import styles from './follow-up-line.module.css';
import notes from './window-notes.module.css';

const PROPOSED_DAYS = 3;

type Props = {
  view: ComposeWindow;
  /** The line was pressed and is another one now, or gone: the focus goes on in the text. */
  onPressed(): void;
};

/** FU-13, FU-14: the reminder that was chosen; else, where the text asks something, a proposal of one. */
export function FollowUpLine({ view, onPressed }: Props) {
  const { propose_follow_up: proposes } = useSettings();
  const [dismissed, setDismissed] = useState(false);
  if (view.followUp) return <Chosen view={view} wish={view.followUp} onPressed={onPressed} />;
  if (!proposes || dismissed) return null;
  return (
    <Proposal
      view={view}
      onPressed={onPressed}
      onDismiss={() => {
        setDismissed(true);
        onPressed();
      }}
    />
  );
}

type ChosenProps = Props & { wish: NonNullable<ComposeWindow['followUp']> };

function Chosen({ view, wish, onPressed }: ChosenProps) {
  const { t, language } = useTranslation();
  const model = useComposeModel();
  const { time_zone: zone } = useSettings();
  const words =
    'at' in wish
      ? t('followUp.chipAt', { time: plannedWords(wish.at, zone, language) })
      : t('followUp.chip', { count: wish.after_days });
  return (
    <div className={styles.line} data-follow-up>
      <span className={styles.chip}>
        <IconClockQuestion size={16} aria-hidden />
        <span>{words}</span>
        <ToolButton
          icon={IconX}
          label={t('followUp.remove')}
          onClick={() => {
            model.change(view.id, { followUp: null });
            onPressed();
          }}
        />
      </span>
    </div>
  );
}

function Proposal({ view, onPressed, onDismiss }: Props & { onDismiss(): void }) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const { change } = useSettingsModel();
  // Read in the pauses of typing.
  const body = useDeferredValue(view.body);
  const words = useMemo(() => askedQuestion(body), [body]);
  const hasRecipients = view.to.length + view.cc.length + view.bcc.length > 0;
  if (words === null || !hasRecipients) return null;

  function never(): void {
    change({ propose_follow_up: false });
    notify({ text: t('followUp.neverDone') });
    onPressed();
  }

  return (
    <div className={styles.line} data-follow-up>
      <IconClockQuestion size={16} aria-hidden />
      <span className={styles.words} title={words}>
        {t('followUp.ask', { words })}
      </span>
      <button
        type="button"
        className={notes.act}
        onClick={() => {
          model.change(view.id, { followUp: { after_days: PROPOSED_DAYS } });
          onPressed();
        }}
      >
        {t('followUp.accept', { count: PROPOSED_DAYS })}
      </button>
      <Menu position="top-end" withinPortal>
        <Menu.Target>
          <ToolButton icon={IconDots} label={t('followUp.others')} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onDismiss}>{t('followUp.dismiss')}</Menu.Item>
          <Menu.Item onClick={never}>{t('followUp.never')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
