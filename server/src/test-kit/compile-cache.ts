import { join } from 'node:path';

/**
 * For programs that tests start repeatedly: keeps Node's compile cache between them, which makes each start
 * 0.6 s of processor time shorter.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/compile'),
};
