import { vi } from 'vitest';

/**
 * Test files share one process, where packages are evaluated once. Our own modules are evaluated again for
 * each file: its stores and caches start empty, as in a newly opened page.
 */
vi.resetModules();
