import { vi } from 'vitest';

/** The Cache API, which jsdom has not; emptied with each call. */
export function stubCaches(): void {
  const stored = new Map<string, Response>();
  const cache = {
    match: async (name: string) => stored.get(name)?.clone(),
    put: async (name: string, answer: Response) => void stored.set(name, answer),
  };
  vi.stubGlobal('caches', { open: async () => cache });
}
