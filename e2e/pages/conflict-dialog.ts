import type { Page } from '@playwright/test';
import { type Language, sayIn } from './words.ts';

/** The dialog that asks which of two versions of a draft to keep. */
export function conflictDialog(page: Page, language: Language) {
  const say = sayIn(language);
  const dialog = page.getByRole('dialog', { name: say('changedElsewhere') });
  const choices = { mine: 'keepMine', theirs: 'keepTheirs', both: 'keepBoth' } as const;
  return {
    dialog,
    choose: (choice: keyof typeof choices) =>
      dialog.getByRole('button', { name: say(choices[choice]), exact: true }).click(),
  };
}
