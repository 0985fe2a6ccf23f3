import { IconHistory, IconMailForward, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import type { ThreadAct } from '../../parts/acts/thread-act.ts';
import { threadDialog } from '../../parts/acts/thread-dialog.ts';
import { TaskItem } from '../../parts/calendar/task-item.tsx';
import { useForwardAttached } from '../../parts/compose/use-forward-attached.ts';
import { FilterItems } from '../../parts/filters/filter-items.tsx';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { forwardable } from './forwardable.ts';

/** The acts that have no button of their own. */
type ActMenuProps = Opened & {
  acts: readonly ThreadAct[];
  target: ActTarget;
  /** Set where the bar has no room for the history button. */
  history: boolean;
  onRefresh?: () => void;
};

export function ActMenu(props: ActMenuProps) {
  const { anchor, onClose, acts, target, history, onRefresh } = props;
  const { t } = useTranslation();
  const [thread] = target.threads;
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose} position="bottom-start">
      {acts.map((act) => (
        <Menu.Item
          key={act.id}
          leftSection={<act.icon size={18} />}
          rightSection={act.shortcut && <kbd>{printedKey(act.shortcut)}</kbd>}
          onClick={() => act.perform(target)}
        >
          {t(`acts.labels.${act.id}`)}
        </Menu.Item>
      ))}
      <ForwardItem target={target} />
      <FilterItem target={target} />
      {thread && target.threads.length === 1 && target.whole === null && <TaskItem {...thread} />}
      {onRefresh && (
        <Menu.Item leftSection={<IconRefresh size={18} />} onClick={onRefresh}>
          {t('threadList.refresh')}
        </Menu.Item>
      )}
      {history && (
        <Menu.Item
          leftSection={<IconHistory size={18} />}
          onClick={() => threadDialog.set({ kind: 'history' })}
        >
          {t('acts.history.title')}
        </Menu.Item>
      )}
    </AnchoredMenu>
  );
}

/** Forwards the messages of the selected conversations as attachments of a new one. */
function ForwardItem({ target }: { target: ActTarget }) {
  const { t } = useTranslation();
  const forward = useForwardAttached();
  const maySend = useSessionState((session) => session.user()?.enable_smtp === 1);
  const forwarded = maySend ? forwardable(target) : null;
  if (!forwarded) return null;
  return (
    <Menu.Item leftSection={<IconMailForward size={18} />} onClick={() => forward(forwarded)}>
      {t('messages.forwardAsAttachment')}
    </Menu.Item>
  );
}

/** Filters for mail like the one selected conversation. */
function FilterItem({ target }: { target: ActTarget }) {
  const own = useOwnAddresses();
  const [thread] = target.threads;
  const isOne = thread && target.threads.length === 1 && target.whole === null;
  if (!isOne || thread.from.email === '' || own.has(thread.from.email.toLowerCase())) return null;
  const { email } = thread.from;
  return <FilterItems from={email} subject={thread.subject} />;
}
