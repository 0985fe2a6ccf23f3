import type { BrowserContext } from '@playwright/test';
import type { Program } from './program/start-program.ts';

export type Noise = {
  /** Complaints like this belong to the test from here on. */
  expect(pattern: RegExp): void;
  heard(): string[];
};

const SERVER_ERROR = 50;

/** Collects what is said on the console, exceptions, refused and failed requests of every page, and errors in the server's log. */
export function listenToNoise(context: BrowserContext, program: Program): Noise {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const loggedBefore = program.lines.length;

  context.on('console', (message) => {
    // A refused request is told by its response, with its address.
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
    // A page that is left, and a list that is not wanted any more, end their requests.
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
