import { getRequest, withQuery } from '../http/request.ts';
import { wordOfRank } from '../mailboxes/write-text.ts';
import { measureProbes, type Probe } from '../measure/measure-probes.ts';
import { readBudgets } from '../report/promises.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import type { Bench, Scenario } from './scenario.ts';

type Question = { scenario: string; title: string; path: string };

const LIMIT = 50;

export function questions(): Question[] {
  const search = (scenario: string, title: string, query: Record<string, string | boolean>) => ({
    scenario,
    title: `search: ${title}`,
    path: withQuery('/api/v2/threads', { ...query, limit: LIMIT }),
  });
  const rare = wordOfRank('en', 4_000);
  const common = wordOfRank('en', 12);
  return [
    search('search-rare', 'a rare word', { q: rare }),
    search('search-common', 'a common word', { q: common }),
    search('search-absent', 'an absent word', { q: 'zzqxwvk' }),
    search('search-two', 'a rare pair of common words', { q: 'hợp đồng' }),
    search('search-phrase', 'the commonest pair of words', {
      q: `"${wordOfRank('vi', 0)} ${wordOfRank('vi', 1)}"`,
    }),
    search('search-together', 'the commonest pair, and apart', {
      q: `${wordOfRank('vi', 0)} ${wordOfRank('vi', 1)}`,
    }),
    search('search-mixed', 'a rare and a common word', { q: `${rare} ${common}` }),
    search('search-few', 'a pair of words with few hits', { q: 'thanh to' }),
    search('search-plain', 'two words typed without marks', { q: 'hop dong' }),
    search('search-files', 'a word, with attachment', { q: 'hợp', has_attachment: true }),
    search('search-sender', 'a sender', { from_addr: 'contact7@company7.example' }),
    {
      scenario: 'suggest',
      title: 'suggestions while typing',
      path: withQuery('/api/v2/suggested', { search_text: 'hop do' }),
    },
    {
      scenario: 'suggest-recipients',
      title: 'suggestions of recipients',
      path: withQuery('/api/v2/recipients/suggest', { search_text: 'ngu' }),
    },
  ];
}

async function searchProbe(bench: Bench, mailbox: BenchMailbox, question: Question): Promise<Probe> {
  const { connection, world } = bench;
  const request = getRequest(question.path, mailbox.token);
  const answer = await connection.send(request, true);
  const { data, meta } = JSON.parse(String(answer.body));
  const found = Array.isArray(data)
    ? `${meta.total}${meta.total_is_capped ? ' or more' : ''} found`
    : undefined;
  const statements = await world.recorder.statementsOf(question.path, mailbox.token);
  return {
    scenario: question.scenario,
    title: question.title,
    size: mailbox.size,
    ask: () => connection.send(request),
    bare: () => world.recorder.run(statements),
    // A larger mailbox has more hits.
    notComparable: true,
    ...(found === undefined ? {} : { note: found }),
  };
}

export const search: Scenario = {
  name: 'search',
  async run(bench) {
    const probes: Probe[] = [];
    const promised = new Set(readBudgets().ratios.map((ratio) => ratio.scenario));
    // The quick run judges only ratios.
    const asked = questions().filter(({ scenario }) => !bench.quick || promised.has(scenario));
    for (const question of asked) {
      for (const mailbox of [bench.world.small, bench.world.large]) {
        probes.push(await searchProbe(bench, mailbox, question));
      }
    }
    // Some searches take as long as fifty list pages, so there are fewer samples.
    const { rounds, samples } = bench.rounds;
    return measureProbes(probes, { rounds, samples: Math.ceil(samples / 3) });
  },
};
