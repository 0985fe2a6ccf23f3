import { type FetchMessageObject, type FetchOptions, type FetchQueryObject, ImapFlow } from 'imapflow';
import { type Answer, type FetchAnswer, readFetchAnswer } from './read-fetch-answer.ts';

/** Called for every response, which imapflow's types do not mention. */
const inherited = ImapFlow.prototype as unknown as {
  handleResponse(this: ImapFlow, answer: Answer): Promise<boolean>;
};

/**
 * imapflow serializes each response about a message for a log, even when there is none, and finds the name of
 * each field the same way: a fifth of the main thread's cost of moving in. So the plain ones are parsed here
 * before it sees them. A release without `handleResponse` would be slower, and otherwise the same; one that
 * calls it with something else would not be, so imapflow is pinned exactly (docs/decisions/017).
 */
export class FetchingClient extends ImapFlow {
  #take: ((message: FetchAnswer | FetchMessageObject) => void) | null = null;

  /**
   * Like `fetch`, with a callback for each message. One at a time: a response does not say to which command
   * it belongs.
   */
  async fetchEach(
    range: string,
    query: FetchQueryObject,
    options: FetchOptions,
    take: (message: FetchAnswer | FetchMessageObject) => void,
  ): Promise<void> {
    if (this.#take !== null) throw new Error('One fetch at a time');
    this.#take = take;
    try {
      for await (const message of this.fetch(range, query, options)) take(message);
    } finally {
      this.#take = null;
    }
  }

  async handleResponse(answer: Answer): Promise<boolean> {
    const message = this.#take === null ? null : readFetchAnswer(answer);
    if (message === null) return inherited.handleResponse.call(this, answer);
    this.#take?.(message);
    return true;
  }
}
