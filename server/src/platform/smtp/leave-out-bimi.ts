import { createRequire, Module } from 'node:module';

const { cache, resolve } = createRequire(import.meta.url);

/**
 * What mailauth judges logos by brings an HTTP client and a reader of certificates, 12 MB in this thread, and is never
 * asked. Found as loaded already, it is not loaded; a version of mailauth that keeps it elsewhere is served as ever.
 */
for (const name of ['mailauth/lib/bimi/index.js', 'mailauth/lib/bimi/validate-svg.js']) {
  const path = resolve(name);
  cache[path] = Object.assign(new Module(path), { loaded: true });
}
