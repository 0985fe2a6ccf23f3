import type { Label } from '@bocau/contract/labels.ts';
import { type DragEvent, useState } from 'react';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { carriesThreads, dropOnLabel } from '../thread-actions/thread-drag.ts';

/** Makes a label of the sidebar a drop target for threads, which then carry it. */
export function useLabelDrop(label: Label) {
  const model = useMailModel();
  const [over, setOver] = useState(false);

  function hover(event: DragEvent) {
    if (!carriesThreads(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  }

  return {
    over,
    handlers: {
      onDragEnter: hover,
      onDragOver: hover,
      onDragLeave(event: DragEvent) {
        const inside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!carriesThreads(event.dataTransfer)) return;
        event.preventDefault();
        dropOnLabel(model, event.dataTransfer, label);
      },
    },
  };
}
