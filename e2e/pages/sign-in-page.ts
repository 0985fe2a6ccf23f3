import { lanAnh } from '@bocau/server/demo-world/people.ts';
import { expect, type Page } from '@playwright/test';
import { type Language, sayIn } from './words.ts';

const LANGUAGE_NAMES = { vi: 'Tiếng Việt', en: 'English' } as const;

export function signInPage(page: Page, language: Language) {
  const say = sayIn(language);
  const email = page.getByLabel(say('email'));
  const password = page.getByLabel(say('password'), { exact: true });
  const submit = page.getByRole('button', { name: say('signIn'), exact: true });
  return {
    email,
    password,
    submit,
    problem: page.getByRole('alert'),
    /** The dialog shown over a message being written when the session has ended. */
    again: page.getByRole('dialog', { name: say('sessionEnded') }),
    forSomebodyElse: page.getByRole('button', { name: say('somebodyElse') }),
    async signInAgain() {
      await password.fill(lanAnh.password);
      await submit.click();
    },
    /** The page starts in Vietnamese; the language chosen here also applies in the mailbox. */
    async chooseLanguage() {
      await page.getByRole('button', { name: LANGUAGE_NAMES[language] }).click();
      await expect(submit).toBeVisible();
    },
    async signIn(person: { email: string; password: string } = lanAnh) {
      await email.fill(person.email);
      await password.fill(person.password);
      await submit.click();
    },
  };
}
