import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { catchErrors } from './catch-errors.ts';

type Watcher = { sessionEnded(): void; forbidden(error: ApiError): void };

/** Refused, but not because of who it is. */
const STAYS: readonly string[] = ['domain_unverified', 'proof_required'];

/** The same client; that the session ended, or that something is forbidden, is told from whatever call it was. */
export function watchApi(api: ApiClient, watcher: Watcher): ApiClient {
  return catchErrors(api, (error) => {
    if (error instanceof ApiError) {
      if (error.status === 401) watcher.sessionEnded();
      if (error.status === 403 && !STAYS.includes(error.code)) watcher.forbidden(error);
    }
    throw error;
  });
}
