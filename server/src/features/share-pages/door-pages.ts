import { html } from '../../platform/http/html-page.ts';
import type { SharePage } from './page-frame.ts';
import type { PageWords } from './page-words.ts';

type DoorPage = Pick<SharePage, 'title' | 'body' | 'small' | 'status'>;

/** The same for a link that never existed and one that has ended. */
export function gonePage(words: PageWords): DoorPage {
  return {
    title: words.title,
    small: true,
    status: 404,
    body: html`<h1>${words.gone}</h1><p>${words.goneWhy}</p>`,
  };
}

export function signInPage(words: PageWords): DoorPage {
  return {
    title: words.title,
    small: true,
    body: html`<h1>${words.signIn}</h1><p>${words.signInWhy}</p><a class="button" href="/login">${words.signInLink}</a>`,
  };
}

/** Reveals neither file names nor the owner. */
export function lockedPage(
  words: PageWords,
  { action, fault = null, status = 200 }: { action: string; fault?: string | null; status?: number },
): DoorPage {
  const said = fault === null ? html`` : html`<p class="fault" role="alert" id="fault">${fault}</p>`;
  return {
    title: words.title,
    small: true,
    status,
    body: html`<h1>${words.locked}</h1><p class="muted">${words.lockedWhy}</p>${said}
<form method="post" action="${action}"><label for="password">${words.password}</label>
<input id="password" name="password" type="password" maxlength="128" required autofocus autocomplete="off" aria-describedby="fault">
<button>${words.open}</button></form>`,
  };
}

/** Requires a click: link scanners of mail press no buttons. */
export function buttonPage(words: PageWords, action: string): DoorPage {
  return {
    title: words.title,
    small: true,
    body: html`<h1>${words.inside}</h1><form method="post" action="${action}"><button autofocus>${words.open}</button></form>`,
  };
}
