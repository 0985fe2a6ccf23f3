/** Texts that are forbidden in the project, and the exceptions, each with its reason. */

export type TextRule = {
  name: string;
  pattern: RegExp;
  /** In code without comments, or in every text file. */
  where: 'code' | 'everywhere';
  instead: string;
  /** Path prefixes. */
  allowed: { path: string; why: string }[];
};

const buildScripts = {
  path: 'tools/',
  why: 'scripts that build and check, never a part of the running server',
};
const shiftedTime = {
  path: 'server/src/test-kit/shifted-time/',
  why: 'shifts the clock of the programs that journeys run, and tells them how far',
};
const benchmarks = { path: 'bench/', why: 'measuring is what the benchmarks do' };

const clocks = [
  { path: 'server/src/platform/clock.ts', why: 'the one place of the server' },
  { path: 'web/src/lib/timers.ts', why: 'the one place of the screens' },
];

export const textRules: TextRule[] = [
  {
    name: 'environment',
    pattern: /\bprocess\.env\b/,
    where: 'code',
    instead: 'read the environment in server/src/config/env.ts alone',
    allowed: [
      { path: 'server/src/config/env.ts', why: 'the one place' },
      {
        path: 'server/src/test-kit/statements/',
        why: 'tells the processes of a test run where they write down their statements',
      },
      shiftedTime,
      { path: 'web/vite.config.ts', why: 'runs on the machine of a developer, never in the client' },
      buildScripts,
    ],
  },
  {
    name: 'time',
    pattern:
      /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b|\bprocess\.hrtime\b|\bAbortSignal\.timeout\b/,
    where: 'code',
    instead: 'take a Clock (server/src/platform/clock.ts)',
    allowed: [...clocks, shiftedTime, buildScripts, benchmarks],
  },
  {
    name: 'timers',
    pattern:
      /(?:(?<![.\w])|\bglobalThis\.)(?:setTimeout|setInterval)\(|['"](?:node:)?timers(?:\/promises)?['"]/,
    where: 'code',
    instead: 'take a Clock (server/src/platform/clock.ts)',
    allowed: [
      ...clocks,
      buildScripts,
      benchmarks,
      {
        path: 'web/src/early/push-worker.ts',
        why: 'the service worker runs without the client, and imports nothing',
      },
    ],
  },
  {
    name: 'open work without a number',
    pattern: /\b(?:TODO|FIXME|XXX)\b(?! #\d)/,
    where: 'everywhere',
    instead: 'finish it, or write the number of its issue behind it, as in @TODO #12',
    allowed: [],
  },
  {
    name: 'path of one machine',
    pattern: /(?<![\w./-])\/(?:work|root|home\/\w+)\/|\/tmp\/bocau/,
    where: 'everywhere',
    instead: 'name the path relative to the project, or take it from the configuration',
    allowed: [],
  },
  {
    name: 'address of a registry',
    pattern: /https?:\/\/[\w.-]*(?:registry|artifactory|verdaccio|nexus)[\w.-]*/i,
    where: 'everywhere',
    instead: 'leave the registry to the configuration of npm',
    allowed: [],
  },
];
