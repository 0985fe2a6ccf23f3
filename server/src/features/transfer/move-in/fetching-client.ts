import { type FetchMessageObject, type FetchOptions, type FetchQueryObject, ImapFlow } from 'imapflow';
import { type Answer, type FetchAnswer, readFetchAnswer } from './read-fetch-answer.ts';

/** Every answer comes through it, as its own types do not say. */
const inherited = ImapFlow.prototype as unknown as {
  handleResponse(this: ImapFlow, answer: Answer): Promise<boolean>;
};

/**
 * imapflow writes each answer about a message anew for a log, also where none is kept, and finds the name of each field by
 * the same way: a fifth of what moving in costs the main thread. So the plain ones are read here before it sees them.
 * A release without `handleResponse` would be slower, and otherwise the same; one that gives it something else would not
 * be, so imapflow is pinned exactly (docs/decisions/017).
 */
export class FetchingClient extends ImapFlow {
  #take: ((message: FetchAnswer | FetchMessageObject) => void) | null = null;

  /** As `fetch`, told of each message at once. One at a time: an answer does not say to which question it belongs. */
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
