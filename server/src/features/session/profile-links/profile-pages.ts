import { PROFILE_PAGE } from '@bocau/contract/app-passwords.ts';
import type { GuestPage } from '../../../platform/http/guest-page.ts';
import { html } from '../../../platform/http/html-page.ts';
import type { ProfileWords } from './profile-words.ts';

type ProfilePage = Pick<GuestPage, 'title' | 'body' | 'script' | 'status'>;

/** The fragment never reaches the server by itself: it is sent as a field, and follows into the other language. */
const SCRIPT = `
const link = location.hash.slice(1);
document.querySelector('[name=link]').value = link;
for (const each of document.querySelectorAll('header a')) each.hash = link;
`;

/** The same for everybody: a GET looks nothing up, so that cameras and scanners that fetch it use nothing up. */
export function downloadPage(words: ProfileWords, query: string): ProfilePage {
  return {
    title: words.title,
    script: SCRIPT,
    body: html`<h1>${words.heading}</h1><p>${words.about}</p><p><strong>${words.onlyOwn}</strong></p>
<form method="post" action="${PROFILE_PAGE}${query}"><input type="hidden" name="link"><button>${words.download}</button></form>
<section><h2>${words.afterwards}</h2><ol>${words.steps.map((step) => html`<li>${step}</li>`)}</ol></section>
<p class="muted">${words.safari}</p>`,
  };
}

/** The same whether it was used, has ended or never was. */
export function gonePage(words: ProfileWords): ProfilePage {
  return {
    title: words.title,
    script: '',
    status: 410,
    body: html`<h1>${words.gone}</h1><p>${words.goneWhy}</p><a class="button" href="/account/devices">${words.again}</a>`,
  };
}

export function tooManyPage(words: ProfileWords): ProfilePage {
  return {
    title: words.title,
    script: '',
    status: 429,
    body: html`<h1>${words.tooMany}</h1><p>${words.tooManyWhy}</p>`,
  };
}
