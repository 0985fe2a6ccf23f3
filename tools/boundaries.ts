/** The import rule as data: who may import what. tools/check-boundaries.ts reads it; docs/decisions/003 says why. */

export type Zone = {
  /** Files whose path begins so belong to the zone; the first zone that fits counts. */
  files: string;
  /** Beginnings of paths that they may import, besides what the edges between features add. */
  mayImport: string[];
  /** Packages and node: modules that they may import; left out, any that their package.json declares. */
  packages?: string[];
};

/** `from: '*'` opens a file to every feature; keep that for what the whole product rests on. */
export type FeatureEdge = { from: string; to: string };
export type FeatureRoot = { folder: string; edges: FeatureEdge[] };

export const zones: Zone[] = [
  { files: 'contract/src/', mayImport: ['contract/src/'], packages: ['zod'] },
  {
    files: 'server/src/platform/',
    mayImport: [
      'server/src/platform/',
      'contract/src/endpoint.ts',
      'contract/src/errors.ts',
      'contract/src/fields.ts',
      'contract/src/limits.ts',
    ],
  },
  { files: 'server/src/config/', mayImport: ['server/src/config/', 'server/src/platform/', 'contract/src/'] },
  { files: 'server/src/migrations/', mayImport: ['server/src/migrations/', 'server/src/platform/'] },
  { files: 'server/src/fault-tests/', mayImport: ['server/src/', 'contract/src/'] },
  {
    files: 'server/src/features/',
    mayImport: ['server/src/platform/', 'server/src/tables.ts', 'contract/src/'],
  },
  { files: 'server/src/test-kit/', mayImport: ['server/src/', 'contract/src/'] },
  // The demo world is the one that tests and benchmarks know too: the only part of the test-kit that the program uses.
  {
    files: 'server/src/seed/',
    mayImport: [
      'server/src/config/',
      'server/src/features/',
      'server/src/platform/',
      'server/src/tables.ts',
      'server/src/test-kit/world/',
      'contract/src/',
    ],
  },
  {
    files: 'server/src/',
    mayImport: [
      'server/src/admin/',
      'server/src/api-description.ts',
      'server/src/app.ts',
      'server/src/config/',
      'server/src/context.ts',
      'server/src/features/',
      'server/src/front-page.ts',
      'server/src/job-handlers.ts',
      'server/src/platform/',
      'server/src/seed/',
      'server/src/start-roles.ts',
      'server/src/tables.ts',
      'server/src/web-client.ts',
      'contract/src/',
    ],
  },
  { files: 'bench/', mayImport: ['bench/', 'contract/src/', 'server/src/test-kit/'] },
  { files: 'e2e/', mayImport: ['e2e/', 'contract/src/', 'server/src/test-kit/'] },
  { files: 'web/src/lib/no-schemas.ts', mayImport: [], packages: ['zod'] },
  { files: 'web/src/lib/', mayImport: ['web/src/lib/'], packages: [] },
  { files: 'web/src/i18n/', mayImport: ['web/src/i18n/', 'web/src/lib/', 'contract/src/client.ts'] },
  { files: 'web/src/ui/', mayImport: ['web/src/ui/', 'web/src/i18n/', 'web/src/lib/'] },
  {
    files: 'web/src/model/test-kit/',
    mayImport: ['web/src/model/', 'web/src/lib/', 'contract/src/'],
    packages: ['vitest'],
  },
  // No React, and no package that could bring a screen along.
  { files: 'web/src/model/', mayImport: ['web/src/model/', 'web/src/lib/', 'contract/src/'], packages: [] },
  {
    files: 'web/src/features/',
    mayImport: ['web/src/model/', 'web/src/ui/', 'web/src/i18n/', 'web/src/lib/', 'contract/src/'],
  },
  { files: 'web/src/', mayImport: ['web/src/', 'contract/src/'] },
  { files: 'web/vite.config.ts', mayImport: ['web/src/lib/no-schemas.ts'] },
  { files: 'tools/', mayImport: ['tools/'] },
  { files: 'vitest.config.ts', mayImport: ['tools/', 'server/src/test-kit/'] },
];

/** What the tests of a zone may import more than its code: a test puts real parts together. */
export const testsMayImport: { tests: string; mayImport: string[] }[] = [
  { tests: 'server/src/', mayImport: ['server/src/', 'contract/src/'] },
  { tests: 'contract/src/', mayImport: ['contract/src/'] },
];

/** How a path is written from another workspace, as the `exports` of its package.json say. */
export const workspaceNames: { name: string; folder: string }[] = [
  { name: '@bocau/contract/', folder: 'contract/src/' },
  { name: '@bocau/server/', folder: 'server/src/' },
];

/**
 * Every file of a feature that another feature may import, one line for each edge, sorted.
 * Routes and stores are never among them, and a line that no import uses any more is a fault.
 */
const featureEdges: FeatureEdge[] = [
  { from: '*', to: 'mailbox/change-mailbox.ts' },
  { from: 'account', to: 'folders/make-system-folders.ts' },
  { from: 'attachments', to: 'messages/messages.view.ts' },
  { from: 'bulk', to: 'folders/find-folder.ts' },
  { from: 'bulk', to: 'mailbox/mark-messages.ts' },
  { from: 'bulk', to: 'mailbox/move-messages.ts' },
  { from: 'bulk', to: 'notifications/send-event.ts' },
  { from: 'bulk', to: 'search/matching-threads.ts' },
  { from: 'cleaning', to: 'mailbox/move-messages.ts' },
  { from: 'cleaning', to: 'notifications/prune-journal.ts' },
  { from: 'delivery', to: 'mailbox/file-messages.ts' },
  { from: 'delivery', to: 'mailbox/message-from-parsed.ts' },
  { from: 'drafts', to: 'mailbox/file-messages.ts' },
  { from: 'drafts', to: 'mailbox/join-threads.ts' },
  { from: 'drafts', to: 'mailbox/move-messages.ts' },
  { from: 'drafts', to: 'messages/read-messages.ts' },
  { from: 'drafts', to: 'messages/show-message.ts' },
  { from: 'drafts', to: 'recipients/find-people.ts' },
  { from: 'drafts', to: 'search/search-vector.ts' },
  { from: 'drafts', to: 'settings/read-settings.ts' },
  { from: 'folders', to: 'mailbox/move-messages.ts' },
  { from: 'folders', to: 'mailbox/read-message-ids.ts' },
  { from: 'mailbox', to: 'recipients/count-correspondents.ts' },
  { from: 'mailbox', to: 'search/search-vector.ts' },
  { from: 'messages', to: 'mailbox/move-messages.ts' },
  { from: 'messages', to: 'mailbox/resolve-threads.ts' },
  { from: 'messages', to: 'mailbox/shown-subject.ts' },
  { from: 'messages', to: 'periodic/periodic-dates.ts' },
  { from: 'notifications', to: 'folders/folders.view.ts' },
  { from: 'notifications', to: 'session/living-sessions.ts' },
  { from: 'notifications', to: 'session/session-check.ts' },
  { from: 'notifications', to: 'threads/threads.view.ts' },
  { from: 'periodic', to: 'mailbox/file-messages.ts' },
  { from: 'periodic', to: 'mailbox/message-from-parsed.ts' },
  { from: 'periodic', to: 'mailbox/refile-message.ts' },
  { from: 'periodic', to: 'messages/show-message.ts' },
  { from: 'periodic', to: 'sending/accept-sending.ts' },
  { from: 'periodic', to: 'sending/compose-mail.ts' },
  { from: 'periodic', to: 'sending/read-letter.ts' },
  { from: 'periodic', to: 'sending/read-sender.ts' },
  { from: 'periodic', to: 'sending/route-recipients.ts' },
  { from: 'periodic', to: 'sending/send-filed.ts' },
  { from: 'periodic', to: 'sending/sending-deps.ts' },
  { from: 'periodic', to: 'settings/read-settings.ts' },
  { from: 'previews', to: 'attachments/send-file.ts' },
  { from: 'recipients', to: 'search/words.ts' },
  { from: 'remote-images', to: 'attachments/file-types.ts' },
  { from: 'remote-images', to: 'attachments/send-file.ts' },
  { from: 'search', to: 'folders/find-folder.ts' },
  { from: 'search', to: 'mailbox/base-subject.ts' },
  { from: 'search', to: 'recipients/find-people.ts' },
  { from: 'search', to: 'threads/read-thread-rows.ts' },
  { from: 'search', to: 'threads/threads.view.ts' },
  { from: 'sending', to: 'delivery/file-incoming.ts' },
  { from: 'sending', to: 'delivery/find-recipient.ts' },
  { from: 'sending', to: 'delivery/sender-rules.ts' },
  { from: 'sending', to: 'mailbox/join-threads.ts' },
  { from: 'sending', to: 'mailbox/message-from-parsed.ts' },
  { from: 'sending', to: 'mailbox/refile-message.ts' },
  { from: 'sending', to: 'messages/messages.view.ts' },
  { from: 'sending', to: 'messages/read-messages.ts' },
  { from: 'sending', to: 'messages/show-message.ts' },
  { from: 'sending', to: 'notifications/send-event.ts' },
  { from: 'sending', to: 'recipients/count-correspondents.ts' },
  { from: 'sending', to: 'rules/fold-address.ts' },
  { from: 'sending', to: 'search/search-vector.ts' },
  { from: 'session', to: 'account/read-user.ts' },
  { from: 'spam-check', to: 'sending/compose-mail.ts' },
  { from: 'spam-check', to: 'sending/read-letter.ts' },
  { from: 'threads', to: 'folders/find-folder.ts' },
  { from: 'threads', to: 'folders/folder-names.ts' },
  { from: 'threads', to: 'mailbox/move-messages.ts' },
  { from: 'threads', to: 'mailbox/resolve-threads.ts' },
  { from: 'threads', to: 'messages/messages.view.ts' },
  { from: 'threads', to: 'messages/read-messages.ts' },
  { from: 'threads', to: 'rules/blocked-senders.ts' },
  { from: 'threads', to: 'search/search.ts' },
  { from: 'transfer', to: 'folders/folder-names.ts' },
  { from: 'transfer', to: 'folders/save-folder.ts' },
  { from: 'transfer', to: 'mailbox/file-messages.ts' },
  { from: 'transfer', to: 'mailbox/message-from-parsed.ts' },
];

/** The same for the features of the web client. */
const webFeatureEdges: FeatureEdge[] = [
  { from: '*', to: 'compose/windows/compose-door.ts' },
  { from: '*', to: 'mailbox-context/use-api.ts' },
  { from: '*', to: 'mailbox-context/use-mailbox.ts' },
  { from: '*', to: 'notices/notify.ts' },
  { from: 'account', to: 'folders/storage-level.ts' },
  { from: 'account', to: 'folders/storage-meter.tsx' },
  { from: 'attachments', to: 'message-body/body-frame.tsx' },
  { from: 'attachments', to: 'message-body/plain-body.tsx' },
  { from: 'attachments', to: 'message-body/sanitize-body.ts' },
  { from: 'compose', to: 'message-body/body-frame.tsx' },
  { from: 'compose', to: 'message-body/image-addresses.ts' },
  { from: 'compose', to: 'message-body/image-consent.ts' },
  { from: 'compose', to: 'message-body/sanitize-body.ts' },
  { from: 'compose', to: 'attachments/file-icon.tsx' },
  { from: 'compose', to: 'attachments/file-kinds.ts' },
  { from: 'compose', to: 'folders/folder-names.ts' },
  { from: 'compose', to: 'settings/use-settings.ts' },
  { from: 'compose', to: 'thread-actions/shortcuts.ts' },
  { from: 'folders', to: 'compose/windows/compose-button.tsx' },
  { from: 'folders', to: 'thread-actions/mark-folder.ts' },
  { from: 'folders', to: 'thread-actions/thread-drag.ts' },
  { from: 'folders', to: 'thread-list/list-address.ts' },
  { from: 'message-body', to: 'settings/use-settings.ts' },
  { from: 'search', to: 'folders/folder-names.ts' },
  { from: 'search', to: 'folders/folder-picker.tsx' },
  { from: 'search', to: 'folders/shown-place.ts' },
  { from: 'search', to: 'thread-actions/shortcuts.ts' },
  { from: 'search', to: 'thread-list/list-address.ts' },
  { from: 'search', to: 'thread-list/marked-parts.ts' },
  { from: 'search', to: 'thread-list/marked-text.tsx' },
  { from: 'settings', to: 'folders/folder-dialog.tsx' },
  { from: 'settings', to: 'folders/folder-icon.tsx' },
  { from: 'settings', to: 'folders/folder-names.ts' },
  { from: 'settings', to: 'folders/folder-question.ts' },
  { from: 'settings', to: 'folders/folder-rows.ts' },
  { from: 'settings', to: 'thread-actions/block-senders.ts' },
  { from: 'settings', to: 'thread-list/split.ts' },
  { from: 'thread-actions', to: 'folders/folder-names.ts' },
  { from: 'thread-actions', to: 'folders/folder-picker.tsx' },
  { from: 'thread-detail', to: 'attachments/file-cards.tsx' },
  { from: 'thread-detail', to: 'compose/windows/answer-area.tsx' },
  { from: 'thread-detail', to: 'compose/windows/use-answer.ts' },
  { from: 'thread-detail', to: 'compose/windows/use-thread-windows.ts' },
  { from: 'thread-detail', to: 'message-body/body-document.ts' },
  { from: 'thread-detail', to: 'message-body/image-addresses.ts' },
  { from: 'thread-detail', to: 'message-body/image-consent.ts' },
  { from: 'thread-detail', to: 'message-body/message-body.tsx' },
  { from: 'thread-detail', to: 'message-body/named-images.ts' },
  { from: 'thread-detail', to: 'message-body/sanitize-body.ts' },
  { from: 'thread-detail', to: 'thread-actions/shortcuts.ts' },
  { from: 'thread-list', to: 'compose/windows/use-enter-draft.ts' },
  { from: 'thread-list', to: 'folders/folder-names.ts' },
  { from: 'thread-list', to: 'thread-actions/act-bar.tsx' },
  { from: 'thread-list', to: 'thread-actions/act-target.ts' },
  { from: 'thread-list', to: 'thread-actions/acts.ts' },
  { from: 'thread-list', to: 'thread-actions/asking.ts' },
  { from: 'thread-list', to: 'thread-actions/stage.ts' },
  { from: 'thread-list', to: 'thread-actions/thread-drag.ts' },
];

/** Where features lie, each folder with the edges between its features. */
export const featureRoots: FeatureRoot[] = [
  { folder: 'server/src/features/', edges: featureEdges },
  { folder: 'web/src/features/', edges: webFeatureEdges },
];
