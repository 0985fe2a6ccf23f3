import { createRequire, Module } from 'node:module';

const { cache, resolve } = createRequire(import.meta.url);

/**
 * What mailauth judges logos by brings an HTTP client and a reader of certificates, 12 MB in this thread, and is never
 * asked. Found as loaded already, it is not loaded. Where a version of mailauth keeps it elsewhere, the thread does not
 * start, which every test of a delivery sees.
 */
for (const name of ['mailauth/lib/bimi/index.js', 'mailauth/lib/bimi/validate-svg.js']) {
  const path = resolve(name);
  cache[path] = Object.assign(new Module(path), { loaded: true });
}
