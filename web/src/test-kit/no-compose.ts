import type { LazyCompose } from '../parts/compose/lazy-compose.ts';

/** For parts that could compose, in tests in which nobody does. */
export const noCompose: LazyCompose = {
  subscribe: () => () => undefined,
  model: () => null,
  load: () => new Promise(() => undefined),
  hasPersistedWindows: async () => false,
  onSendFailed: () => () => undefined,
};
