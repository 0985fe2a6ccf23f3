import v8 from 'node:v8';

/**
 * `--max-semi-space-size` of node-flags.json is for the main thread, whose heap is made by now. V8 holds threads that
 * start later to it as well, whatever they are given, unless it is taken back.
 */
export function letWorkersHaveTheirLimits(): void {
  v8.setFlagsFromString('--max-semi-space-size=0');
}
