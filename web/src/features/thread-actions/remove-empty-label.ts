import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { after } from '../../lib/timers.ts';

/** The undo is sent behind it, and may have to wait for the server. */
const TRIES = 5;
const PAUSE_MS = 1000;

/** LB-22: a label that was made with an act goes with its undo, unless something else carries it by then. */
export async function removeEmptyLabel(api: ApiClient, id: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const { data } = await api.removeEmptyLabel({ params: { id } });
      if (data.removed) return;
    } catch (error) {
      // It is gone, or stays empty where the server can't be asked.
      if (!(error instanceof ApiError)) throw error;
      return;
    }
    await new Promise<void>((resolve) => void after(PAUSE_MS, resolve));
  }
}
