import type { LazyCompose } from '../parts/compose/lazy-compose.ts';

/** For components that could compose, in tests that don't. */
export const noCompose: LazyCompose = {
  subscribe: () => () => undefined,
  model: () => null,
  load: () => new Promise(() => undefined),
  hasPersistedWindows: async () => false,
  onSendFailed: () => () => undefined,
};
