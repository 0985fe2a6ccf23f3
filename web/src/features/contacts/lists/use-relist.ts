import { say } from '../../../i18n/i18n.ts';
import { contactsAddressOf } from '../../../parts/contacts/contact-address.ts';
import { useContactsModel } from '../../../parts/contacts/use-contacts.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useLocation, useNavigate } from '../../../router/router.tsx';
import { runContactBulk } from '../bulk/contact-bulk.ts';

/**
 * Gives a list another name, or with null deletes it. The page follows a list that it shows, there and back. Throws
 * what the server refuses.
 */
export function useRelist(): (from: string, to: string | null) => Promise<void> {
  const api = useApi();
  const model = useContactsModel();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  return async (from, to) => {
    const before = contactsAddressOf({ kind: 'list', name: from });
    const then = to === null ? '/contacts' : contactsAddressOf({ kind: 'list', name: to });
    const isShown = pathname === before;
    await runContactBulk({
      api,
      order: { where: { list: from }, act: 'relist', to_list: to },
      words: () =>
        to === null
          ? say('contacts.done.listRemoved', { list: from })
          : say('contacts.done.listRenamed', { list: to }),
      changed: () => model.changed(),
      ended(state) {
        const [left, next] = state === 'done' ? [before, then] : [then, before];
        if (isShown && window.location.pathname === left) void navigate(next);
      },
    });
  };
}
