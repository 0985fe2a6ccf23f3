/** What scripts in Thunderbird begin with: its modules by name, and waiting for what it does by itself. */
export const LOAD_AND_WAIT = `
const load = (module) => ChromeUtils.importESModule('resource:///modules/' + module + '.sys.mjs');
async function until(look, what) {
  // Some sixty a second.
  for (let tries = 0; tries < 2_000; tries += 1) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error('It did not come: ' + what());
}
`;
