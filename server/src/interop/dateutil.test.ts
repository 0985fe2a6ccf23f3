import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readObject } from '../calendar/ical/read-object.ts';
import { writeWall } from '../calendar/ical/written-times.ts';
import { occurrencesOf } from '../calendar/occurrences/occurrences-of.ts';
import { findDateutil } from './debian-programs.ts';
import { randomSeries, type Series } from './random-recurrences.ts';
import { runProgram } from './run-program.ts';

const SERIES = 2_000;
const TO = Date.UTC(2028, 0, 1) / 1000;
const MOST = 200;

/**
 * What Python's dateutil says of each series; null for a rule that never finds a day, which it refuses
 * or looks for without an end.
 * RFC 5545 counts the start as the first one, and dateutil only where the rule finds it.
 */
const SCRIPT = `
import json, re, signal, sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
from dateutil.rrule import rrulestr

class TooLong(Exception): pass
def end(*_): raise TooLong()
signal.signal(signal.SIGALRM, end)

epoch = datetime(1970, 1, 1)
wall = lambda seconds: epoch + timedelta(seconds=seconds)
asked = json.load(sys.stdin)
told = []
for one in asked['series']:
    start, zone = wall(one['start']), ZoneInfo(one['zone'])
    excluded = {wall(seconds) for seconds in one['excluded']}
    try:
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        found = []
        for time in rrulestr(one['rule'], dtstart=start):
            if time > wall(asked['to'] + 2 * 86400) or len(found) > asked['most'] + 5: break
            found.append(time)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except (TooLong, ValueError):
        signal.setitimer(signal.ITIMER_REAL, 0)
        told.append(None)
        continue
    if found[:1] != [start]:
        count = re.search(r'COUNT=(\\d+)', one['rule'])
        found = ([start] + found)[:int(count[1]) if count else None]
    found = [time for time in found if time not in excluded]
    moments = [int(time.replace(tzinfo=zone).astimezone(timezone.utc).timestamp()) for time in found]
    told.append(sorted(set(moment for moment in moments if moment < asked['to']))[:asked['most']])
json.dump(told, open(sys.argv[1], 'w'))
`;

/** A series by the hour has thousands within years: not after the last that was asked for. */
function ours({ rule, start, zone, excluded, theirs }: Series & { theirs: number[] }): number[] {
  const time = (name: string, wall: number) =>
    zone === 'UTC' ? `${name}:${writeWall(wall, false)}Z` : `${name};TZID=${zone}:${writeWall(wall, false)}`;
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', time('DTSTART', start), `RRULE:${rule}`],
    ...[...excluded.map((wall) => time('EXDATE', wall)), 'END:VEVENT', 'END:VCALENDAR', ''],
  ];
  const object = readObject(Buffer.from(lines.join('\r\n')));
  const to = theirs.length < MOST ? TO : (theirs.at(-1) ?? TO) + 1;
  const found = occurrencesOf(object, { from: start - 24 * 3600 * 2, to });
  return [...new Set(found.map(({ at }) => at))].toSorted((a, b) => a - b).slice(0, MOST);
}

const dateutil = findDateutil();

test.skipIf(dateutil === null)(`${SERIES} random series happen when dateutil says`, async () => {
  const series = randomSeries(28, SERIES);
  const { command = [], env = {} } = dateutil ?? {};
  const input = JSON.stringify({ series, to: TO, most: MOST });
  const folder = await mkdtemp(join(tmpdir(), 'bocau-dateutil-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const answer = join(folder, 'told.json');
  const { code, said } = await runProgram([...command, '-c', SCRIPT, answer], { env, input });
  expect(code, said).toBe(0);
  const theirs = JSON.parse(await readFile(answer, 'utf8')) as (number[] | null)[];
  const told = series.flatMap((one, index) => (theirs[index] ? [{ ...one, theirs: theirs[index] }] : []));
  expect(told.length).toBeGreaterThan(SERIES * 0.9);
  const different = told.filter((one) => JSON.stringify(ours(one)) !== JSON.stringify(one.theirs));
  expect(different.slice(0, 5)).toEqual([]);
});
