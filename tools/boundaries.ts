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
export type FeatureRoot = {
  folder: string;
  edges: FeatureEdge[];
  /** At most so many lines: one more is a design to think about, not a line to add. */
  mostEdges: number;
};

export const zones: Zone[] = [
  { files: 'contract/src/', mayImport: ['contract/src/'], packages: ['zod'] },
  {
    files: 'server/src/platform/',
    mayImport: [
      'server/src/platform/',
      'contract/src/endpoint.ts',
      'contract/src/errors.ts',
      'contract/src/fields.ts',
      'contract/src/file-types.ts',
      'contract/src/limits.ts',
      'contract/src/mail-html.ts',
      'contract/src/password-rules.ts',
      'contract/src/phone.ts',
    ],
  },
  { files: 'server/src/config/', mayImport: ['server/src/config/', 'server/src/platform/', 'contract/src/'] },
  {
    files: 'server/src/access/',
    mayImport: ['server/src/access/', 'server/src/platform/', 'contract/src/'],
  },
  { files: 'server/src/migrations/', mayImport: ['server/src/migrations/', 'server/src/platform/'] },
  // What every kernel has, once, and what each says of its data.
  {
    files: 'server/src/kernel/',
    mayImport: [
      'server/src/kernel/',
      'server/src/platform/',
      'server/src/tables.ts',
      'contract/src/socket.ts',
    ],
  },
  // Who people are, what protects their accounts, and who may act on which mailbox.
  {
    files: 'server/src/identity/',
    mayImport: [
      'server/src/access/',
      'server/src/identity/',
      'server/src/kernel/',
      'server/src/platform/',
      'server/src/tables.ts',
      'contract/src/',
    ],
  },
  { files: 'server/src/fault-tests/', mayImport: ['server/src/', 'contract/src/'] },
  { files: 'server/src/interop/', mayImport: ['server/src/', 'contract/src/'] },
  {
    files: 'server/src/mail/',
    mayImport: [
      'server/src/access/',
      'server/src/identity/',
      'server/src/kernel/',
      'server/src/mail/',
      'server/src/platform/',
      'server/src/tables.ts',
      'contract/src/',
    ],
  },
  // A second kernel: of mail it knows how files of others are served, nothing else.
  {
    files: 'server/src/drive/',
    mayImport: [
      'server/src/drive/',
      'server/src/drive-tables.ts',
      'server/src/kernel/',
      'server/src/mail/attachments/file-types.ts',
      'server/src/platform/',
      'server/src/tables.ts',
      'contract/src/',
    ],
  },
  {
    files: 'server/src/features/',
    mayImport: [
      'server/src/access/',
      'server/src/drive/',
      'server/src/identity/',
      'server/src/kernel/',
      'server/src/mail/',
      'server/src/platform/',
      'server/src/tables.ts',
      'contract/src/',
    ],
  },
  { files: 'server/src/test-kit/', mayImport: ['server/src/', 'contract/src/'] },
  {
    files: 'server/src/demo-world/',
    mayImport: [
      'server/src/config/',
      'server/src/demo-world/',
      'server/src/drive/',
      'server/src/features/',
      'server/src/identity/',
      'server/src/kernel/',
      'server/src/mail/',
      'server/src/platform/',
      'server/src/tables.ts',
      'contract/src/',
    ],
  },
  {
    files: 'server/src/',
    mayImport: [
      'server/src/access/',
      'server/src/admin/',
      'server/src/api-description.ts',
      'server/src/app.ts',
      'server/src/config/',
      'server/src/context.ts',
      'server/src/demo-world/',
      'server/src/drive-tables.ts',
      'server/src/drive/',
      'server/src/features/',
      'server/src/front-page.ts',
      'server/src/identity/',
      'server/src/installation.store.ts',
      'server/src/job-handlers.ts',
      'server/src/kernel/',
      'server/src/mail/',
      'server/src/match-blob-store.ts',
      'server/src/match-timeline.ts',
      'server/src/platform/',
      'server/src/prepare-database.ts',
      'server/src/start-roles.ts',
      'server/src/start-route.ts',
      'server/src/tables.ts',
      'server/src/web-client.ts',
      'contract/src/',
    ],
  },
  {
    files: 'bench/',
    mayImport: [
      'bench/',
      'contract/src/',
      'server/src/demo-world/',
      'server/src/interop/',
      'server/src/test-kit/',
    ],
  },
  { files: 'e2e/', mayImport: ['e2e/', 'contract/src/', 'server/src/demo-world/', 'server/src/test-kit/'] },
  // The pictures of the help point at what its pages name, by the same keys.
  {
    files: 'e2e/screens/',
    mayImport: ['e2e/', 'web/src/i18n/', 'contract/src/', 'server/src/demo-world/', 'server/src/test-kit/'],
  },
  { files: 'web/src/lib/no-schemas.ts', mayImport: [], packages: ['zod'] },
  { files: 'web/src/lib/', mayImport: ['web/src/lib/'], packages: [] },
  // Stands in the page, or beside it, as it is: nothing is imported but types.
  { files: 'web/src/early/', mayImport: ['contract/src/push.ts', 'contract/src/start.ts'], packages: [] },
  { files: 'web/src/router/', mayImport: ['web/src/router/', 'web/src/lib/timers.ts'], packages: ['react'] },
  {
    files: 'web/src/i18n/',
    mayImport: [
      'web/src/i18n/',
      'web/src/lib/',
      'contract/src/client.ts',
      'contract/src/errors.ts',
      'contract/src/folder-words-',
    ],
  },
  {
    files: 'web/src/ui/',
    mayImport: ['web/src/ui/', 'web/src/router/', 'web/src/i18n/', 'web/src/lib/'],
  },
  {
    files: 'web/src/model/mail/test-kit/',
    mayImport: ['web/src/model/', 'web/src/lib/', 'contract/src/'],
    packages: ['vitest'],
  },
  { files: 'web/src/test-kit/', mayImport: ['web/src/', 'contract/src/'] },
  // Generic over nouns: neither mail nor anything else that a screen shows is known here.
  {
    files: 'web/src/model/engine/',
    mayImport: ['web/src/model/engine/', 'web/src/lib/', 'contract/src/client.ts', 'contract/src/socket.ts'],
    packages: [],
  },
  // Nouns join the session, which knows none of them.
  {
    files: 'web/src/model/session/',
    mayImport: ['web/src/model/session/', 'web/src/model/engine/', 'web/src/lib/', 'contract/src/'],
    packages: [],
  },
  // No React, and no package that could bring a screen along.
  { files: 'web/src/model/', mayImport: ['web/src/model/', 'web/src/lib/', 'contract/src/'], packages: [] },
  // What several screens share and what has words of mail in it; it knows none of the screens.
  {
    files: 'web/src/parts/',
    mayImport: [
      'web/src/parts/',
      'web/src/model/',
      'web/src/ui/',
      'web/src/router/',
      'web/src/i18n/',
      'web/src/lib/',
      'contract/src/',
    ],
  },
  {
    files: 'web/src/features/',
    mayImport: [
      'web/src/parts/',
      'web/src/model/',
      'web/src/ui/',
      'web/src/router/',
      'web/src/i18n/',
      'web/src/lib/',
      'contract/src/',
    ],
  },
  { files: 'web/src/', mayImport: ['web/src/', 'contract/src/'] },
  { files: 'web/plugins/', mayImport: ['web/plugins/'] },
  { files: 'web/vite.config.ts', mayImport: ['web/plugins/', 'web/src/lib/no-schemas.ts'] },
  { files: 'tools/', mayImport: ['tools/'] },
  { files: 'vitest.config.ts', mayImport: ['tools/', 'server/src/test-kit/', 'web/src/test-kit/'] },
];

/** What the tests of a zone may import more than its code: a test puts real parts together. */
export const testsMayImport: { tests: string; mayImport: string[] }[] = [
  { tests: 'server/src/', mayImport: ['server/src/', 'contract/src/'] },
  { tests: 'contract/src/', mayImport: ['contract/src/'] },
  { tests: 'web/src/', mayImport: ['web/src/test-kit/'] },
  { tests: 'web/src/model/session/', mayImport: ['web/src/model/mail/test-kit/'] },
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
  { from: 'bulk', to: 'rules/blocked-senders.ts' },
  { from: 'bulk', to: 'rules/stored-filter.ts' },
  { from: 'bulk', to: 'search/matching-threads.ts' },
  { from: 'imap', to: 'session/program-sessions.ts' },
  { from: 'notifications', to: 'session/session-check.ts' },
  { from: 'notifications', to: 'session/session-watch.ts' },
  { from: 'people', to: 'session/protection/revoke-access.ts' },
  { from: 'people', to: 'session/recovery/make-link.ts' },
  { from: 'pop3', to: 'session/program-sessions.ts' },
  { from: 'remote-images', to: 'tracking/count-view.ts' },
  { from: 'remote-images', to: 'tracking/tracking-pixel.ts' },
  { from: 'rules', to: 'forwarding/save-forward.ts' },
  { from: 'session', to: 'account/read-user.ts' },
  { from: 'settings', to: 'session/protection/announce-change.ts' },
  { from: 'submission', to: 'session/sign-in-program.ts' },
  { from: 'submission', to: 'session/program-rights.ts' },
  { from: 'threads', to: 'rules/blocked-senders.ts' },
  { from: 'threads', to: 'rules/rules.view.ts' },
  { from: 'threads', to: 'search/search.ts' },
  { from: 'threads', to: 'search/sort-list.ts' },
];

/** The same for the features of the web client. */
const webFeatureEdges: FeatureEdge[] = [
  { from: 'filters', to: 'thread-actions/run-bulk.ts' },
  { from: 'folders', to: 'compose/windows/compose-button.tsx' },
  { from: 'folders', to: 'thread-actions/folder-acts.ts' },
  { from: 'folders', to: 'thread-actions/thread-drag.ts' },
  { from: 'sending', to: 'compose/dialogs/dialog-requests.ts' },
  { from: 'settings', to: 'filters/filter-list.tsx' },
  { from: 'settings', to: 'compose/editor/mail-editor.tsx' },
  { from: 'settings', to: 'folders/folder-dialog.tsx' },
  { from: 'settings', to: 'folders/folder-question.ts' },
  { from: 'settings', to: 'thread-actions/block-senders.ts' },
  { from: 'thread-detail', to: 'attachments/file-cards.tsx' },
  { from: 'thread-detail', to: 'compose/windows/answer-area.tsx' },
  { from: 'thread-detail', to: 'compose/windows/answer-ways.ts' },
  { from: 'thread-detail', to: 'compose/windows/use-answer.ts' },
  { from: 'thread-detail', to: 'compose/windows/use-draft-form.ts' },
  { from: 'thread-detail', to: 'sending/message-state.tsx' },
  { from: 'thread-detail', to: 'sending/recall-dialog.tsx' },
  { from: 'thread-detail', to: 'thread-actions/dialog-requests.ts' },
  { from: 'thread-list', to: 'compose/windows/use-enter-draft.ts' },
  { from: 'thread-list', to: 'thread-actions/act-bar.tsx' },
  { from: 'thread-list', to: 'thread-actions/act-target.ts' },
  { from: 'thread-list', to: 'thread-actions/acts.ts' },
  { from: 'thread-list', to: 'thread-actions/dialog-requests.ts' },
  { from: 'thread-list', to: 'thread-actions/keyboard-target.ts' },
  { from: 'thread-list', to: 'thread-actions/thread-drag.ts' },
];

/** Where features lie, each folder with the edges between its features. The graph of features has no cycle. */
export const featureRoots: FeatureRoot[] = [
  { folder: 'server/src/features/', edges: featureEdges, mostEdges: 20 },
  { folder: 'web/src/features/', edges: webFeatureEdges, mostEdges: 25 },
];

/** Folders whose rooms read each other freely, stores included, but never in a circle. */
export const kernels: string[] = [
  'server/src/mail/',
  'server/src/drive/',
  'server/src/identity/',
  'server/src/platform/',
  'web/src/app/',
  'web/src/model/',
  'web/src/parts/',
];
