import { expect, type Locator, type Page } from '@playwright/test';
import { type Language, sayIn } from './words.ts';

type OutgoingMessage = {
  to?: string;
  subject?: string;
  body?: string;
  files?: { name: string; text: string }[];
};

/** A message being written: in the open window, or in the given form. */
export function composePage(page: Page, language: Language) {
  const say = sayIn(language);
  const windows = page.locator('[role="dialog"][data-compose]');

  function message(form: Locator) {
    const body = form.getByRole('textbox', { name: say('body') });
    const files = form.getByRole('region', { name: say('attached') });
    return {
      form,
      body,
      files,
      subject: form.getByRole('textbox', { name: say('subject') }),
      file: (name: string) => files.getByRole('listitem').filter({ hasText: name }),
      send: form.getByRole('button', { name: say('send'), exact: true }),
      saved: form.getByText(say('draftSaved')),

      async write({ to, subject, body: text, files: given = [] }: OutgoingMessage) {
        if (to !== undefined) {
          await form.getByRole('combobox', { name: say('addTo') }).fill(`${to},`);
          await expect(form).toContainText(to);
        }
        if (subject !== undefined) await form.getByRole('textbox', { name: say('subject') }).fill(subject);
        if (text !== undefined) {
          await body.click();
          await page.keyboard.type(text);
        }
        if (given.length > 0) {
          await form.locator('footer input[type="file"]').setInputFiles(
            given.map(({ name, text: content }) => ({
              name,
              mimeType: 'application/octet-stream',
              buffer: Buffer.from(content),
            })),
          );
          for (const { name } of given) await expect(files.getByText(name)).toBeVisible();
          await expect(files.getByRole('progressbar')).toHaveCount(0);
        }
      },

      /** Simulates files dragged from the desktop and dropped on the message. */
      async drop(given: { name: string; bytes?: number }[]) {
        const dropped = await page.evaluateHandle((all) => {
          const transfer = new DataTransfer();
          for (const { name, bytes = 10 } of all) transfer.items.add(new File([new Uint8Array(bytes)], name));
          return transfer;
        }, given);
        await files.or(form.locator('footer')).first().dispatchEvent('drop', { dataTransfer: dropped });
      },

      async press(name: string) {
        await form.getByRole('button', { name, exact: true }).click();
      },

      /** An option of the message, or its deletion: on a phone in a menu. */
      async pressOption(name: string) {
        const menu = form.getByRole('button', { name: say('messageOptions') });
        const button = form.getByRole('button', { name, exact: true });
        await expect(menu.or(button)).toBeVisible();
        if (await button.isVisible()) return button.click();
        await menu.click();
        return page.getByRole('menu').getByText(name, { exact: true }).click();
      },

      async choose(way: string) {
        await form.getByRole('button', { name: say('otherWays') }).click();
        await page.getByRole('menuitem', { name: way }).click();
      },
    };
  }

  return {
    say,
    windows,
    message,
    notice: (text: string) => page.getByRole('status').filter({ hasText: text }),

    async openNew() {
      const before = await windows.count();
      await page.getByRole('button', { name: say('compose'), exact: true }).click();
      await expect(windows).toHaveCount(before + 1);
      return message(windows.last());
    },
  };
}
