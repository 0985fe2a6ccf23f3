import type { StartAnswers } from '@bocau/contract/start.ts';

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface Window {
    /** What was asked for before the client ran; handed to the first calls by web/src/model/session/start-answers.ts. */
    bocauStart:
      | {
          query: { in: string; limit: string; offset: string };
          answer: Promise<{ data: StartAnswers } | null>;
        }
      | undefined;
  }
}
