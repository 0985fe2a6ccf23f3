import type { ApiClient } from '@bocau/contract/client.ts';
import { createContext, useContext } from 'react';

export const ApiContext = createContext<ApiClient | null>(null);

/** For calls of a single screen; mail, folders and counts come from the model. */
export function useApi(): ApiClient {
  const api = useContext(ApiContext);
  if (!api) throw new Error('There is no server around this part of the screen');
  return api;
}
