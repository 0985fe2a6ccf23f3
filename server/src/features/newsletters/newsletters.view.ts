import type { Newsletter } from '@bocau/contract/newsletters.ts';
import { oneClickAddress } from '../../mail/messages/one-click-address.ts';
import type { NewsletterRow } from './newsletters.store.ts';

export function newsletterView(row: NewsletterRow): Newsletter {
  const { email, messages, bytes, unread, lately, last_at, last_read_at } = row;
  const { message_id, thread_id, folder_id, unsubscribed_at, since_unsubscribed } = row;
  const { url = null, mailto = null } = row.headers.unsubscribe ?? {};
  return {
    ...{ email, name: row.sender.name, messages, bytes, unread, lately, last_at, last_read_at },
    ...{ message_id, thread_id, folder_id },
    unsubscribe: { one_click: oneClickAddress(row) !== null, url, mailto },
    ...{ unsubscribed_at, since_unsubscribed },
  };
}
