/**
 * From now on whatever asks for the time here is told one that lies so much later, or earlier where it is negative.
 * Timers run as before. It refers to nothing outside of itself, so that it can be handed to a page.
 */
export function shiftDate(ms: number): void {
  const realNow = Date.now;
  const now = () => realNow() + ms;
  globalThis.Date = new Proxy(Date, {
    construct: (real, args, made) => Reflect.construct(real, args.length === 0 ? [now()] : args, made),
    apply: (real) => new real(now()).toString(),
    get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
  });
}
