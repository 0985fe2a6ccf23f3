import type { MouseEvent } from 'react';
import type { Contact } from '../../model/contacts/contacts-noun.ts';
import { useLongPress } from '../../ui/rows/use-long-press.ts';
import type { ContactRowHandlers } from './use-contact-handlers.ts';

/**
 * Pointer handlers of a row. A click opens the card; with Ctrl or Shift, by a long press, and while anything
 * is selected by each tap, it selects.
 */
export function useContactPointer(contact: Contact, picking: boolean, handlers: ContactRowHandlers) {
  const press = useLongPress(() => handlers.toggle(contact, false));

  return {
    ...press.handlers,
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      if (!press.isTouched()) handlers.menu(contact, new DOMRect(event.clientX, event.clientY, 0, 0));
    },
    onClick(event: MouseEvent) {
      const touch = press.end();
      if (touch === 'held') return;
      if (event.shiftKey) handlers.toggle(contact, true);
      else if (event.ctrlKey || event.metaKey || (touch === 'tap' && picking))
        handlers.toggle(contact, false);
      else handlers.open(contact);
    },
  };
}
