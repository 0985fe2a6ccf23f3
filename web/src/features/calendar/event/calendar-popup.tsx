import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Anchor, useFocusBack } from '../../../ui/anchor.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { Popover } from '../../../ui/layers/popover.tsx';
import { useIsNarrowScreen } from '../../../ui/use-is-narrow-screen.ts';

type Props = {
  /** What it is about, on the screen; null where it is not to be seen. */
  anchor: HTMLElement | null;
  label: string;
  /** A click beside it leaves it open: something was typed. */
  stays?: boolean;
  onClose(): void;
  children: ReactNode;
};

const MARGIN = 8;
/** A notice of one line at the bottom of the page, with the space around it. */
const NOTICE = 76;
const HIGH = 600;

/** CL-303: what is done in an open event is told below it, and not over its buttons. */
function noticeRoom(): number {
  return window.innerHeight >= HIGH ? NOTICE : MARGIN;
}

/** Beside an event where there is room, and otherwise over the page. */
export function CalendarPopup({ anchor, label, stays = false, onClose, children }: Props) {
  const { t } = useTranslation();
  const narrow = useIsNarrowScreen();
  if (!anchor || narrow) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={label}
        size={440}
        closeOnClickOutside={!stays}
        closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      >
        {children}
      </Modal>
    );
  }
  return (
    <Beside anchor={anchor} label={label} stays={stays} onClose={onClose}>
      {children}
    </Beside>
  );
}

function Beside({ anchor, label, stays = false, onClose, children }: Props & { anchor: HTMLElement }) {
  useFocusBack(anchor);
  return (
    <Popover
      opened
      onChange={(opened) => !opened && onClose()}
      position="right-start"
      middlewares={{
        flip: { fallbackPlacements: ['left-start', 'bottom', 'top'] },
        shift: {
          padding: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: noticeRoom() },
          crossAxis: true,
        },
      }}
      width={380}
      offset={8}
      // What it holds may grow while it is used: it does not jump to another side then.
      preventPositionChangeWhenVisible
      withRoles={false}
      closeOnClickOutside={!stays}
      trapFocus
      withinPortal
      shadow="md"
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} px={20} py={16}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
