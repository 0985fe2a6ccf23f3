import { vi } from 'vitest';

/**
 * Test files follow each other in one process, where packages are evaluated once. What is ours is evaluated again for
 * each file: its stores and caches begin empty, as in a page that has just been opened.
 */
vi.resetModules();
