import { Button } from '@mantine/core';
import {
  IconArchive,
  IconCalendarRepeat,
  IconChevronDown,
  IconClock,
  IconClockPause,
  IconCloud,
  IconPaperclip,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow, SendPress } from '../../../model/compose/compose-model.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { printedKey } from '../../../parts/keyboard/shortcuts.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { FollowUpTimes } from '../../../parts/times/follow-up-times.tsx';
import { PHONE } from '../../../ui/breakpoints.ts';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import styles from './compose-footer.module.css';
import { FollowUpItems } from './follow-up-items.tsx';
import { SendOptions, SendOptionsMenu } from './send-options.tsx';

/** SD-4, SD-5, SD-6: these disable the button; other faults are shown when it is pressed. */
const DISABLING: readonly string[] = ['attachments_too_large', 'body_too_long', 'sending_disabled'];

type Props = {
  id: string;
  onSend(kind: SendPress): void;
  /** Omitted where there is no drive. */
  onDrive?: (() => void) | undefined;
  /** Something was chosen, or not: the focus returns to the text. */
  onChosen(): void;
  signature?: ReactNode;
  /** To each of many people separately; omitted of an answer. */
  onMerge?: (() => void) | undefined;
  /** Of a message that is sent to a table of people: goes on to what is checked before. */
  onReview?: (() => void) | undefined;
};

/** CW-12 */
export function ComposeFooter(props: Props) {
  const { id, onSend, onDrive, onChosen, signature, onMerge, onReview } = props;
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useComposeWindow(id);
  const picker = useRef<HTMLInputElement>(null);
  const [picking, setPicking] = useState(false);
  const isPhone = useMedia(PHONE);
  if (!view) return null;
  const options = { view, onChange: (change: Partial<ComposeWindow>) => model.change(id, change) };
  const attached = view.attachmentFiles.filter(({ inlineImage }) => !inlineImage).length;
  const busy = view.status === 'sending' || view.status === 'deleting';
  const off =
    busy || view.awaitsFiles || model.problemsWhileWriting(id).some(({ kind }) => DISABLING.includes(kind));

  async function remove(): Promise<void> {
    const { undo } = await model.deleteDraft(id);
    notify({ text: t('composeWindow.draftDeleted'), undo });
  }

  return (
    <footer className={styles.footer}>
      {onReview ? (
        <Button disabled={off} onClick={onReview}>
          {t('merging.review')}
        </Button>
      ) : (
        <SendButtons
          off={off}
          isAnswer={isAnswer(view)}
          onSend={onSend}
          onMerge={onMerge}
          followUp={
            <FollowUpItems
              onDays={(days) => model.change(id, { followUp: { after_days: days } })}
              onPick={() => setPicking(true)}
            />
          }
        />
      )}
      {picking && (
        <FollowUpTimes
          onChosen={(at) => model.change(id, { followUp: { at } })}
          onClose={() => {
            setPicking(false);
            onChosen();
          }}
          ownOnly
        />
      )}
      <ToolButton
        icon={IconPaperclip}
        label={t('composeWindow.attach')}
        onClick={() => picker.current?.click()}
      />
      {attached > 0 && (
        <span className={styles.count} title={t('composeWindow.files.attached', { count: attached })}>
          <span aria-hidden>{attached}</span>
          <span className="visually-hidden">{t('composeWindow.files.attached', { count: attached })}</span>
        </span>
      )}
      {onDrive && <ToolButton icon={IconCloud} label={t('driveMail.open')} onClick={onDrive} />}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          model.addFiles(id, [...(target.files ?? [])]);
          target.value = '';
          onChosen();
        }}
      />
      {signature}
      {!isPhone && <SendOptions {...options} />}
      <DraftStatus view={view} />
      {isPhone ? (
        <SendOptionsMenu {...options} busy={busy} onDelete={() => void remove()} />
      ) : (
        <ToolButton
          icon={IconTrash}
          label={t('composeWindow.deleteDraft')}
          disabled={busy}
          onClick={() => void remove()}
        />
      )}
    </footer>
  );
}

/** PM-9: there is a conversation to put aside. */
export function isAnswer({ answers, action }: Pick<ComposeWindow, 'answers' | 'action'>): boolean {
  return answers !== null && action !== 'forward';
}

type SendProps = Pick<Props, 'onSend' | 'onMerge'> & { off: boolean; isAnswer: boolean; followUp: ReactNode };

/** Sends at once, or from the menu at another time. */
function SendButtons({ off, isAnswer, onSend, onMerge, followUp }: SendProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.send}>
      <Button className={styles.now} disabled={off} onClick={() => onSend('send')}>
        {t('sending.send')}
      </Button>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <Button className={styles.others} disabled={off} aria-label={t('sending.otherWays')}>
            <IconChevronDown size={18} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isAnswer && (
            <>
              <Menu.Item
                leftSection={<IconArchive size={18} />}
                rightSection={<kbd>{printedKey('Mod+Shift+Enter')}</kbd>}
                onClick={() => onSend('archive')}
              >
                {t('sending.andArchive')}
              </Menu.Item>
              <Menu.Item leftSection={<IconClockPause size={18} />} onClick={() => onSend('later')}>
                {t('sending.andLater')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<IconClock size={18} />} onClick={() => onSend('schedule')}>
            {t('sending.schedule')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCalendarRepeat size={18} />} onClick={() => onSend('period')}>
            {t('sending.period')}
          </Menu.Item>
          {onMerge && (
            <Menu.Item leftSection={<IconUsers size={18} />} onClick={onMerge}>
              {t('merging.begin')}
            </Menu.Item>
          )}
          {followUp}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** DR-1: the status of the draft; only what needs attention is announced. */
function DraftStatus({ view }: { view: ComposeWindow }) {
  const { t } = useTranslation();
  const words = statusOf(view);
  const told = words === 'failed' || words === 'keptHere' || words === 'sending';
  return (
    <span className={styles.status} data-status={words ?? undefined}>
      {words && t(`composeWindow.status.${words}`)}
      <span className="visually-hidden" role="status">
        {told && t(`composeWindow.status.${words}`)}
      </span>
    </span>
  );
}

function statusOf({ status, unsaved, fault, attachmentFiles }: ComposeWindow) {
  if (status === 'sending' || status === 'sent') return 'sending';
  if (status === 'deleting' || status === 'deleted') return 'deleting';
  if (fault && unsaved) return fault.status === 0 ? 'keptHere' : 'failed';
  // No save is tried before the file has arrived.
  if (unsaved && attachmentFiles.some(({ uploadState }) => uploadState === 'offline')) return 'keptHere';
  if (status === 'creating' || status === 'saving') return 'saving';
  if (status === 'empty') return null;
  return unsaved ? 'saving' : 'saved';
}
