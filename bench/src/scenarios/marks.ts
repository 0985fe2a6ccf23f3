import { jsonRequest } from '../http/request.ts';
import { askOnce, measureProbes, type Probe, sideBySide } from '../measure/measure-probes.ts';
import { processorNote, processorTime } from '../measure/processor-time.ts';
import type { Row } from '../measure/row.ts';
import type { BenchMailbox, ThreadRef } from '../world/bench-mailbox.ts';
import type { Bench, Scenario } from './scenario.ts';

const THREADS = 40;
/** For the processor time of one, which the kernel counts in hundredths of a second. */
const ACTS = 1_000;

/** Each operation is applied and reverted in turn, on one thread after the other; both are measured. */
function actProbes({ connection }: Bench, mailbox: BenchMailbox): Probe[] {
  const { token, size, inboxId, archiveId } = mailbox;
  const threads = mailbox.singles.slice(-THREADS);

  function probe(scenario: string, title: string, doIt: ActRequest, undoSend: ActRequest): Probe {
    const requests = threads.map((thread) => [doIt(thread), undoSend(thread)] as const);
    return {
      scenario,
      title,
      size,
      different: 2 * requests.length,
      ask(sample) {
        const pair = requests[(sample >> 1) % requests.length] as readonly [Buffer, Buffer];
        return connection.send(pair[sample % 2] as Buffer, true);
      },
    };
  }
  const star = (starred: boolean) => (thread: ThreadRef) =>
    jsonRequest('PATCH', `/api/v2/threads/${thread.id}`, token, { starred });
  const mark = (unread: boolean) => (thread: ThreadRef) =>
    jsonRequest('POST', '/api/v2/threads/unreads', token, { ids: [thread.id], folder_id: inboxId, unread });
  const move = (from: string, to: string) => (thread: ThreadRef) =>
    jsonRequest('POST', '/api/v2/threads/move', token, [
      { thread_ids: [thread.id], from_folder_id: from, to_folder_id: to },
    ]);
  return [
    probe('star', 'star of one thread', star(true), star(false)),
    probe('read', 'read mark of one thread', mark(true), mark(false)),
    probe('move', 'move of one thread', move(inboxId, archiveId), move(archiveId, inboxId)),
  ];
}

type ActRequest = (thread: ThreadRef) => Buffer;

/** Processor time of each act by itself, which hardly depends on what else the machine does. */
async function withProcessorTime({ world }: Bench, probes: Probe[], rows: Row[]): Promise<Row[]> {
  const notes = new Map<string, string>();
  for (const probe of probes) {
    const before = processorTime(world.program.pid, world.dataDir);
    for (let sample = 0; sample < ACTS; sample++) await askOnce(probe, sample);
    notes.set(probe.scenario, processorNote(before, processorTime(world.program.pid, world.dataDir), ACTS));
  }
  const size = probes[0]?.size;
  return rows.map((row) => (row.size === size ? { ...row, note: notes.get(row.scenario) ?? '' } : row));
}

export const marks: Scenario = {
  name: 'marks',
  async run(bench) {
    const { tiny, small, large } = bench.world;
    const probes = [tiny, small, large].map((mailbox) => actProbes(bench, mailbox));
    const rows = await measureProbes(sideBySide(...probes), bench.rounds);
    return withProcessorTime(bench, probes.at(-1) as Probe[], rows);
  },
};
