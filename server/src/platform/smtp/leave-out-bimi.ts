import { createRequire, Module } from 'node:module';

const { cache, resolve } = createRequire(import.meta.url);

/**
 * mailauth's BIMI code loads an HTTP client and a certificate parser, 12 MB in this thread, and is never
 * used. Marking it as already loaded prevents that. When a version of mailauth moves it, the thread does not
 * start, which every delivery test detects.
 */
for (const name of ['mailauth/lib/bimi/index.js', 'mailauth/lib/bimi/validate-svg.js']) {
  const path = resolve(name);
  cache[path] = Object.assign(new Module(path), { loaded: true });
}
