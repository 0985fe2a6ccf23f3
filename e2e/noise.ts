import type { BrowserContext } from '@playwright/test';
import type { Program } from './program/start-program.ts';

export type Noise = {
  /** From now on, complaints that match are expected by the test. */
  expect(pattern: RegExp): void;
  heard(): string[];
};

/** What a page without a connection complains of; parts of it may be on their way as the connection goes. */
export const OFFLINE =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_FAILED|WebSocket connection|A part of the page could not be loaded/;

const SERVER_ERROR = 50;

/**
 * Collects console messages, exceptions, and refused and failed requests of every page, and errors in the
 * server's log.
 */
export function listenToNoise(context: BrowserContext, program: Program): Noise {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const loggedBefore = program.lines.length;

  context.on('console', (message) => {
    // Refused requests are recorded by the `response` listener, which knows the address.
    const isResponse = message.text().startsWith('Failed to load resource');
    const isOfTest = message.type() === 'debug' || message.text().includes('blocked by Playwright');
    if (!isResponse && !isOfTest) complaints.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => void complaints.push(`exception: ${error.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Leaving a page, or dropping a list that is no longer needed, aborts its requests.
    if (why !== 'net::ERR_ABORTED') complaints.push(`${why} ${request.url()}`);
  });

  return {
    expect: (pattern) => void expected.push(pattern),
    heard: () => {
      const logged = program.lines.slice(loggedBefore).filter(({ level }) => level >= SERVER_ERROR);
      const all = [...complaints, ...logged.map((line) => `server: ${JSON.stringify(line)}`)];
      return all.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
    },
  };
}
