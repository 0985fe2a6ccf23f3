/** Access to one of these means that the caller wants a result from a schema. */
const ANSWERS = /^(safe)?(parse|decode|encode)(async)?$/i;

/**
 * A stub of the schema library for the browser's build: the contract's definitions run through it without
 * effect. The server validates; see docs/decisions/013.
 */
export const z: unknown = new Proxy(() => z, {
  get(_target, name) {
    if (typeof name === 'symbol' || name === 'then') return undefined;
    if (!ANSWERS.test(name)) return z;
    throw new Error(`The browser does not validate: ${name}()`);
  },
  apply: () => z,
});
