import { type RawBuilder, sql } from 'kysely';

/** Whether a message, by the name that the query gives it, was sent and waits for an answer. */
export function isWaiting(message: 'm' | 'o'): RawBuilder<boolean> {
  const [at, back, draft] = ['follow_up_at', 'back_at', 'draft'].map((name) => sql.ref(`${message}.${name}`));
  return sql`(${at} is not null and not ${draft} and (${back} is null or ${back} < ${at}))`;
}

/** Whether a message `m` came to the inbox because nobody had answered it, and still nobody has. */
export const IS_UNANSWERED = sql<boolean>`(m.follow_up_at is not null and m.back_at is not null and m.back_at >= m.follow_up_at)`;
