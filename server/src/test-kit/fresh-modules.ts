import { vi } from 'vitest';

/** What vitest's module runner remembers of a module that it evaluated. */
type Evaluated = { promise: unknown; exports: unknown; evaluated: boolean; meta?: object };
type Worker = { evaluatedModules: { idToModuleMap: Map<string, Evaluated> } };

const CONTRACT = /\/contract\/src\/(?!.*\.test\.)/;

const { __vitest_worker__: worker } = globalThis as unknown as { __vitest_worker__: Worker };
const stateless = [...worker.evaluatedModules.idToModuleMap]
  .filter(([id, { meta }]) => CONTRACT.test(id) || (meta !== undefined && 'externalize' in meta))
  .map(([, module]) => ({ module, before: { ...module } }));

/**
 * Test files share one process, where packages are evaluated once. Our own modules are evaluated again for
 * each file: its stores and caches start empty, as in a newly opened page. The contract has no state: its
 * schemas stay, and so do packages, which Node would only be asked for again.
 */
vi.resetModules();

for (const { module, before } of stateless) {
  const { promise, exports, evaluated } = before;
  Object.assign(module, { promise, exports, evaluated });
}
