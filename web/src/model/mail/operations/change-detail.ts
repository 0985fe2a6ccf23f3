import type { Message } from '@bocau/contract/messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { hides, type Places } from './places.ts';

/** Moves some messages of an open thread; without a target they are deleted for good. */
export function moveMessagesOf(
  detail: ThreadWithMessages,
  from: string,
  to: string | null,
  places: Places,
  isMeant: (message: Message) => boolean = () => true,
): ThreadWithMessages {
  const messages = detail.messages.flatMap((message) => {
    if (message.folder_id !== from || !isMeant(message)) return message;
    if (to === null) return [];
    return {
      ...message,
      folder_id: to,
      folder: places.pathOf(to) ?? message.folder,
      old_folder: message.folder,
    };
  });
  const left = messages.some((message) => message.folder_id === detail.folder_id);
  if (left || detail.folder_id !== from || to === null) return { ...detail, messages };
  return {
    ...detail,
    messages,
    folder_id: to,
    v4_folder_id: to,
    old_folder_id: from,
    mailbox_name: places.pathOf(to) ?? detail.mailbox_name,
  };
}

/** Messages in Trash and Junk are hidden, unless that folder is viewed or there is nothing else. */
export function hideElsewhere(detail: ThreadWithMessages, places: Places): ThreadWithMessages {
  const { messages, folder_id: viewed } = detail;
  const shows = (message: Message) => message.folder_id === viewed || !hides(places, message.folder_id);
  if (messages.every(shows) || !messages.some(shows)) return detail;
  return { ...detail, messages: messages.filter(shows) };
}
