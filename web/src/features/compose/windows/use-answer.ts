import type { Message } from '@bocau/contract/messages.ts';
import { type Answering, templateRequest, useOpenMessage } from '../../../parts/compose/lazy-compose.ts';
import { useMailModel } from '../../../parts/mailbox/use-mailbox.ts';
import { focusForm } from './open-forms.ts';

/** Answers a message in its thread, or continues the answer that was begun. */
export function useAnswer(): (message: Message, how: Answering, begin?: 'with a template') => void {
  const openMessage = useOpenMessage();
  const mail = useMailModel();
  return (message, how, begin) =>
    void openMessage(async (compose) => {
      // Quoting and forwarding need the complete message.
      const whole = message.body === null ? await mail.loadMessage(message.id).catch(() => message) : message;
      const id = compose.openReply(whole, how, 'thread');
      const opened = id === null ? null : compose.window(id);
      if (opened?.place === 'window' && opened.windowState === 'mini') compose.toggle(opened.id);
      if (opened) focusForm(opened.id);
      if (opened && begin) templateRequest.set(opened.id);
      return id;
    });
}
