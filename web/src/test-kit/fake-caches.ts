import { vi } from 'vitest';

/** Stubs the Cache API, which jsdom lacks; each call starts empty. */
export function stubCaches(): void {
  const stored = new Map<string, Response>();
  const cache = {
    match: async (name: string) => stored.get(name)?.clone(),
    put: async (name: string, answer: Response) => void stored.set(name, answer),
  };
  vi.stubGlobal('caches', { open: async () => cache });
}
