import type { UserEvent } from '@testing-library/user-event';

/** As `user.type`, but at once up to the first key: each letter that is typed renders the whole screen again. */
export async function fill(user: UserEvent, field: HTMLElement, words: string): Promise<void> {
  const [text = '', ...keys] = words.split(/(?=\{)/);
  await user.click(field);
  await user.paste(text);
  if (keys.length > 0) await user.keyboard(keys.join(''));
}
