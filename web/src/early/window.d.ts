import type { StartAnswers } from '@bocau/contract/start.ts';

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface Window {
    /**
     * Requests made before the client ran; web/src/model/session/start-answers.ts answers the first calls
     * from them.
     */
    bocauStart:
      | {
          query: { in: string; limit: string; offset: string };
          answer: Promise<{ data: StartAnswers } | null>;
        }
      | undefined;
  }
}
