/**
 * The import rules as data: which folder may import what. Enforced by tools/check-boundaries.ts; the reasons
 * are in docs/decisions/003.
 */

export type Zone = {
  /** Path prefix of the zone's files. The first matching zone applies. */
  files: string;
  /** Path prefixes the zone may import from, in addition to the edges between features. */
  mayImport: string[];
  /**
   * Allowed packages and `node:` modules. If omitted, everything declared in the workspace's package.json.
   */
  packages?: string[];
};

/** `from: '*'` opens a file to every feature; reserve it for what the whole product depends on. */
export type FeatureEdge = { from: string; to: string };
export type FeatureRoot = {
  folder: string;
  edges: FeatureEdge[];
  /** Upper limit on the number of edges: if one more seems necessary, reconsider the design first. */
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
      'contract/src/fold.ts',
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
  // Shared by all kernels: the mechanism, and each kernel's description of its own data.
  {
    files: 'server/src/kernel/',
    mayImport: [
      'server/src/kernel/',
      'server/src/platform/',
      'server/src/tables.ts',
      'contract/src/link-rules.ts',
      'contract/src/socket.ts',
    ],
  },
  // User accounts, their protection, and who may act on which mailbox.
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
  // A second kernel. All it knows of mail is how to serve files that come from other people.
  {
    files: 'server/src/drive/',
    mayImport: [
      'server/src/drive/',
      'server/src/drive-tables.ts',
      'server/src/invoice-tables.ts',
      'server/src/kernel/',
      'server/src/mail/attachments/file-types.ts',
      'server/src/platform/',
      'server/src/tables.ts',
      'contract/src/',
    ],
  },
  // A third kernel. All it knows of mail is how addresses are compared.
  {
    files: 'server/src/contacts/',
    mayImport: [
      'server/src/contacts/',
      'server/src/contact-tables.ts',
      'server/src/kernel/',
      'server/src/mail/people/fold-address.ts',
      'server/src/platform/',
      'server/src/tables.ts',
      'contract/src/',
    ],
  },
  // A fourth kernel. All it knows of mail is how addresses are compared.
  {
    files: 'server/src/calendar/',
    mayImport: [
      'server/src/calendar/',
      'server/src/calendar-tables.ts',
      'server/src/kernel/',
      'server/src/mail/people/fold-address.ts',
      'server/src/platform/',
      'server/src/tables.ts',
      'contract/src/',
    ],
  },
  {
    files: 'server/src/features/',
    mayImport: [
      'server/src/access/',
      'server/src/calendar/',
      'server/src/contacts/',
      'server/src/drive/',
      'server/src/identity/',
      'server/src/kernel/',
      'server/src/mail/',
      'server/src/platform/',
      'server/src/invoice-tables.ts',
      'server/src/tables.ts',
      'contract/src/',
    ],
  },
  { files: 'server/src/test-kit/', mayImport: ['server/src/', 'contract/src/'] },
  {
    files: 'server/src/demo-world/',
    mayImport: [
      'server/src/calendar/',
      'server/src/config/',
      'server/src/contacts/',
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
      'server/src/calendar-tables.ts',
      'server/src/calendar/',
      'server/src/config/',
      'server/src/contact-tables.ts',
      'server/src/contacts/',
      'server/src/context.ts',
      'server/src/demo-world/',
      'server/src/drive-tables.ts',
      'server/src/invoice-tables.ts',
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
  // The help screenshots locate controls by the same i18n keys that the help pages use.
  {
    files: 'e2e/screens/',
    mayImport: ['e2e/', 'web/src/i18n/', 'contract/src/', 'server/src/demo-world/', 'server/src/test-kit/'],
  },
  { files: 'web/src/lib/no-schemas.ts', mayImport: [], packages: ['zod'] },
  { files: 'web/src/lib/', mayImport: ['web/src/lib/'], packages: [] },
  // Shipped unbundled, inline in the page or next to it, so only types may be imported.
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
  // Generic: knows nothing of mail or of anything else shown on a screen.
  {
    files: 'web/src/model/engine/',
    mayImport: ['web/src/model/engine/', 'web/src/lib/', 'contract/src/client.ts', 'contract/src/socket.ts'],
    packages: [],
  },
  // Each noun registers with the session, which knows none of them.
  {
    files: 'web/src/model/session/',
    mayImport: ['web/src/model/session/', 'web/src/model/engine/', 'web/src/lib/', 'contract/src/'],
    packages: [],
  },
  // No React, and no package that could pull in UI code.
  { files: 'web/src/model/', mayImport: ['web/src/model/', 'web/src/lib/', 'contract/src/'], packages: [] },
  // Mail-specific parts shared by several screens; must not depend on any screen.
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
  // The variables of the theme are computed while building.
  { files: 'web/plugins/', mayImport: ['web/plugins/', 'web/src/ui/theme.ts'] },
  { files: 'web/vite.config.ts', mayImport: ['web/plugins/', 'web/src/lib/no-schemas.ts'] },
  { files: 'tools/', mayImport: ['tools/'] },
  { files: 'vitest.config.ts', mayImport: ['tools/', 'server/src/test-kit/', 'web/src/test-kit/'] },
];

/** Additional imports allowed to a zone's tests, which combine real components. */
export const testsMayImport: { tests: string; mayImport: string[] }[] = [
  { tests: 'server/src/', mayImport: ['server/src/', 'contract/src/'] },
  { tests: 'contract/src/', mayImport: ['contract/src/'] },
  { tests: 'web/src/', mayImport: ['web/src/test-kit/'] },
  { tests: 'web/src/model/session/', mayImport: ['web/src/model/mail/test-kit/'] },
];

/** How other workspaces spell a path, matching `exports` in that workspace's package.json. */
export const workspaceNames: { name: string; folder: string }[] = [
  { name: '@bocau/contract/', folder: 'contract/src/' },
  { name: '@bocau/server/', folder: 'server/src/' },
];

/**
 * Every file of a feature that another feature may import: one line per edge, sorted. Routes and stores are
 * never allowed, and an edge that no import uses is a fault.
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

/** The same for the web client's features. */
const webFeatureEdges: FeatureEdge[] = [
  { from: 'calendar', to: 'compose/recipients/recipients-field.tsx' },
  { from: 'filters', to: 'thread-actions/run-bulk.ts' },
  { from: 'folders', to: 'compose/windows/compose-button.tsx' },
  { from: 'folders', to: 'thread-actions/folder-acts.ts' },
  { from: 'folders', to: 'thread-actions/thread-drag.ts' },
  { from: 'merges', to: 'compose/windows/open-forms.ts' },
  { from: 'sending', to: 'compose/dialogs/dialog-requests.ts' },
  { from: 'settings', to: 'filters/filter-list.tsx' },
  { from: 'settings', to: 'compose/editor/mail-editor.tsx' },
  { from: 'settings', to: 'folders/folder-dialog.tsx' },
  { from: 'settings', to: 'folders/folder-question.ts' },
  { from: 'settings', to: 'thread-actions/run-bulk.ts' },
  { from: 'thread-detail', to: 'attachments/file-cards.tsx' },
  { from: 'thread-detail', to: 'compose/windows/answer-area.tsx' },
  { from: 'thread-detail', to: 'compose/windows/answer-ways.ts' },
  { from: 'thread-detail', to: 'compose/windows/use-answer.ts' },
  { from: 'thread-detail', to: 'compose/windows/use-draft-form.ts' },
  { from: 'thread-detail', to: 'sending/message-state.tsx' },
  { from: 'thread-detail', to: 'sending/recall-dialog.tsx' },
  { from: 'thread-detail', to: 'thread-actions/acts.ts' },
  { from: 'thread-detail', to: 'thread-actions/set-labels.ts' },
  { from: 'thread-list', to: 'compose/windows/use-enter-draft.ts' },
  { from: 'thread-list', to: 'thread-actions/act-bar.tsx' },
  { from: 'thread-list', to: 'thread-actions/acts.ts' },
  { from: 'thread-list', to: 'thread-actions/keyboard-target.ts' },
  { from: 'thread-list', to: 'thread-actions/thread-drag.ts' },
];

/**
 * Folders that contain features, each with the edges allowed between them. The feature graph must be acyclic.
 */
export const featureRoots: FeatureRoot[] = [
  { folder: 'server/src/features/', edges: featureEdges, mostEdges: 20 },
  { folder: 'web/src/features/', edges: webFeatureEdges, mostEdges: 26 },
];

/** Folders whose rooms may import each other freely, stores included, but without cycles. */
export const kernels: string[] = [
  'server/src/mail/',
  'server/src/drive/',
  'server/src/identity/',
  'server/src/platform/',
  'web/src/app/',
  'web/src/model/',
  'web/src/parts/',
];
