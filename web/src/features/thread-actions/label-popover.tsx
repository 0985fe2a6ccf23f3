import type { ActTarget } from '../../parts/acts/act-target.ts';
import { Anchor, useFocusBack } from '../../ui/anchor.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { ThreadLabels } from './thread-labels.tsx';

/** The labels below the label button. */
export function LabelPopover({ anchor, onClose, target }: Opened & { target: ActTarget }) {
  useFocusBack(anchor);
  return (
    <Popover opened onChange={onClose} id={anchor.id} position="bottom-start" trapFocus width={300}>
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <ThreadLabels target={target} onDone={onClose} />
      </Popover.Dropdown>
    </Popover>
  );
}
