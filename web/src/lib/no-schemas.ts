/** Reading one of these means that somebody wants an answer from a schema. */
const ANSWERS = /^(safe)?(parse|decode|encode)(async)?$/i;

/**
 * Stands for the schema library in the browser's build: definitions of the contract run through it and make nothing.
 * The server validates; docs/decisions/013 says why.
 */
export const z: unknown = new Proxy(() => z, {
  get(_target, name) {
    if (typeof name === 'symbol' || name === 'then') return undefined;
    if (!ANSWERS.test(name)) return z;
    throw new Error(`The browser does not validate: ${name}() of a schema was asked for`);
  },
  apply: () => z,
});
