import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { holdsState } from './holds-state.ts';

/** What vitest's module runner remembers of a module that it evaluated. */
type Evaluated = {
  file: string;
  promise: unknown;
  exports: unknown;
  evaluated: boolean;
  /** The ids of what it imports. */
  imports: Set<string>;
  meta?: object;
};
type Worker = { evaluatedModules: { idToModuleMap: Map<string, Evaluated> } };
/** Kept as long as the process. */
type Known = { states: Map<string, boolean>; wasMocked: boolean };

const CONTRACT = /\/contract\/src\/(?!.*\.test\.)/;
const SERVER = /\/server\/src\/(?!.*\.test\.)/;

/** They hold answers that are the same for whoever asks, random bytes, or what they are told again. */
const HARMLESS = new RegExp(
  `/server/src/(${[
    'features/session/passwords',
    'mail/search-index/words',
    'platform/db/find-primary',
    'platform/db/preparing-client',
    'platform/db/read-rows',
    'platform/ids',
    'platform/imap/serialize',
    'platform/jobs/task',
    'platform/mime/decode-charset',
    'platform/passwords/weak-password',
    'calendar/ical/zones',
  ].join('|')})\\.ts$`,
);
const MOCKS = /\bvi\.(mock|doMock|resetModules)\(/;

const { __vitest_worker__: worker, freshModules: kept = { states: new Map(), wasMocked: false } } =
  globalThis as unknown as { __vitest_worker__: Worker; freshModules?: Known };
Object.assign(globalThis, { freshModules: kept });

const modules = worker.evaluatedModules.idToModuleMap;
const isMocked = MOCKS.test(readFileSync(expect.getState().testPath ?? '', 'utf8'));
const stateless = statelessModules(isMocked || kept.wasMocked).map((module) => ({
  module,
  before: { ...module },
}));
kept.wasMocked = isMocked;

/**
 * Test files share one process, where packages are evaluated once. Modules of ours that hold state, and those that
 * import them, are evaluated again for each file: stores and caches start empty, as in a newly opened page. The others
 * stay, and what was compiled for them.
 */
vi.resetModules();

for (const { module, before } of stateless) {
  const { promise, exports, evaluated } = before;
  Object.assign(module, { promise, exports, evaluated });
}

/** Where modules are replaced by those of a test, all of ours are evaluated again, before and after. */
function statelessModules(hasMocks: boolean): Evaluated[] {
  const importers = new Map<string, string[]>();
  const left: string[] = [];
  for (const [id, module] of modules) {
    if (!module.promise || isEvaluatedAgain(id, module, hasMocks)) left.push(id);
    for (const imported of module.imports) {
      const known = importers.get(imported);
      if (known) known.push(id);
      else importers.set(imported, [id]);
    }
  }
  const again = new Set<string>();
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (again.has(id) || isFixed(id, modules.get(id))) continue;
    again.add(id);
    left.push(...(importers.get(id) ?? []));
  }
  return [...modules].flatMap(([id, module]) => (again.has(id) ? [] : [module]));
}

/** Packages, which Node would only be asked for again, and the contract, which has no state. */
function isFixed(id: string, module: Evaluated | undefined): boolean {
  return CONTRACT.test(id) || (module?.meta !== undefined && 'externalize' in module.meta);
}

function isEvaluatedAgain(id: string, module: Evaluated, hasMocks: boolean): boolean {
  if (isFixed(id, module)) return false;
  if (hasMocks || !SERVER.test(id)) return true;
  if (HARMLESS.test(id)) return false;
  let state = kept.states.get(id);
  if (state === undefined) {
    state = holdsState(readFileSync(module.file, 'utf8'));
    kept.states.set(id, state);
  }
  return state;
}
