import type { Label } from '@bocau/contract/labels.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useDropTarget } from '../../ui/use-drop-target.ts';
import { carriesThreads, dropOnLabel } from '../thread-actions/thread-drag.ts';

/** Makes a label of the sidebar a drop target for threads, which then carry it. */
export function useLabelDrop(label: Label) {
  const model = useMailModel();
  return useDropTarget({
    effectOf: (data) => (carriesThreads(data) ? 'copy' : null),
    onDrop: (data) => dropOnLabel(model, data, label),
  });
}
