import type { senderAccounts as vi } from '../vi/sender-accounts.ts';
import type { Words } from '../words.ts';

export const senderAccounts: Words<typeof vi> = {
  title: 'Sender addresses',
  about:
    'You can send mail from these addresses. A reply is sent from the address that was written to, a new message from the default one.',
  one: 'An administrator of your organisation can give you more addresses.',
  default: 'Default',
  makeDefault: 'Make default',
  makeDefaultWho: 'Make {{email}} the default address',
  made: 'New messages are sent from {{email}}.',
  rename: 'Rename',
  renameWho: 'Change the display name of {{email}}',
  name: 'Display name of {{email}}',
  nameHint: 'Recipients see this name. Leave it empty to use the name of the mailbox.',
  named: 'Display name saved.',
  failed: 'We couldn’t save this. {{reason}}',
  loadFailed: 'We couldn’t load your sender addresses.',
  page: 'Page {{page}} of {{pages}}',
  pages: 'Pages of sender addresses',
  earlier: 'Previous page',
  later: 'Next page',
  signature: {
    of: 'Signature for {{email}}',
    asChosen: 'As set in General',
    saved: 'Signature for this address saved',
  },
};
