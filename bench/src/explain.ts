import { withQuery } from './http/request.ts';
import { farPagePath, listPath } from './scenarios/lists.ts';
import { questions } from './scenarios/search.ts';
import type { World } from './world/open-world.ts';

/** Query plans of the statements behind each measured GET, on the larger mailbox. */
export async function explainReads({ large, recorder }: World): Promise<string> {
  const open = (id: string | undefined) => withQuery(`/api/v2/threads/${id}`, { in: 'INBOX', peek: true });
  const paths = [
    listPath(),
    farPagePath(large),
    open(large.singles[0]?.id),
    open(large.longs[0]?.id),
    ...questions().map((question) => question.path),
  ];
  const parts: string[] = [];
  for (const path of paths) {
    parts.push(`######## ${decodeURIComponent(path)}`);
    for (const statement of await recorder.statementsOf(path, large.token)) {
      // Shortened, because some values are lists of a thousand ids.
      const values = JSON.stringify(statement.values).slice(0, 400);
      parts.push(`${statement.text.trim()}\n-- ${values}\n${await recorder.explain(statement)}`);
    }
  }
  return parts.join('\n\n');
}
