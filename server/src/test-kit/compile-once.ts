import { runInThisContext } from 'node:vm';

type Run = (...values: unknown[]) => Promise<void>;
type Evaluator = {
  env: unknown;
  runInlinedModule(context: Record<string, unknown>, code: string, module: { id: string }): Promise<void>;
};
type Mocker = { moduleRunner: { evaluator: Evaluator } };

/** What vite calls the parameters of a module's code, and the values of each evaluation. */
const META = '__vite_ssr_import_meta__';
const PARAMETERS = [
  '__vite_ssr_exports__',
  META,
  '__vite_ssr_import__',
  '__vite_ssr_dynamic_import__',
  '__vite_ssr_exportAll__',
  '__vite_ssr_exportName__',
];
const BEGINNING = `'use strict';async (${PARAMETERS.join(',')})=>{{`;

/** Packages may be CommonJS, a mock has the name of another module, and a test file is evaluated once. */
const NOT_KEPT = /\/node_modules\/|^mock:|\.test\.tsx?$/;

const { __vitest_mocker__: mocker } = globalThis as unknown as { __vitest_mocker__: Mocker };
const { evaluator } = mocker.moduleRunner;

/**
 * Our own modules are evaluated again for each file of a worker (`fresh-modules.ts`). Vitest compiles them
 * again too; here each is compiled once. A module's variables belong to one evaluation of it, but what V8
 * learnt of its functions stays: they needn't be compiled, and become fast, in each file anew.
 */
if (!Object.hasOwn(evaluator, 'runInlinedModule')) {
  const { runInlinedModule } = evaluator;
  const compiled = new Map<string, { code: string; run: Run }>();

  evaluator.runInlinedModule = async function runCompiled(context, code, module) {
    const { id } = module;
    if (NOT_KEPT.test(id)) return runInlinedModule.call(this, context, code, module);
    let known = compiled.get(id);
    if (known?.code !== code) {
      known = { code, run: compile(id, code) };
      compiled.set(id, known);
    }
    Object.assign(context[META] as object, { env: evaluator.env });
    await known.run(...PARAMETERS.map((name) => context[name]));
  };
}

function compile(filename: string, code: string): Run {
  return runInThisContext(`${BEGINNING}${code}\n}}`, { filename, columnOffset: -BEGINNING.length }) as Run;
}
