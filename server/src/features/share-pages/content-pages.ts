import { LIMITS } from '@bocau/contract/limits.ts';
import type { OpenShare } from '../../drive/shares/open-shares.store.ts';
import { type Html, html } from '../../platform/http/html-page.ts';
import type { PageLanguage } from '../../platform/http/page-language.ts';
import type { PageWords } from './page-words.ts';

/** An entry as a page shows it; the size of a folder includes everything below, and is 0 when unknown. */
export type ShownEntry = {
  id: string;
  is_folder: boolean;
  name: string;
  size: number;
  content_type: string | null;
  modified_at: number;
};

export type PlaceOf = {
  words: PageWords;
  language: PageLanguage;
  share: OpenShare;
  /** `/s/TOKEN`. */
  base: string;
  /** The language, if it was chosen. */
  query: string;
  /** The parent folders from the shared root down; the last one is shown. */
  steps: { id: string; name: string }[];
  /** Several entries are shared, so there is a list above their roots. */
  hasList: boolean;
};

export function folderPage(
  place: PlaceOf,
  {
    title,
    entries,
    next,
    folderId,
  }: { title: string; entries: ShownEntry[]; next: string | null; folderId: string | null },
): Html {
  const { words, share, base, query } = place;
  const zip = folderId === null ? `${base}/zip` : `${base}/zip/${folderId}`;
  const list =
    entries.length === 0
      ? html`<p>${words.empty}</p>`
      : html`<div class="acts"><a class="button" href="${zip}">${words.downloadAll}</a></div>
<table><thead><tr><th scope="col">${words.name}</th><th scope="col">${words.size}</th><th scope="col" class="wide">${words.changed}</th><td></td></tr></thead>
<tbody>${entries.map((entry) => row(place, entry))}</tbody></table>`;
  const more = next === null ? html`` : html`<p><a href="${next}">${words.more}</a></p>`;
  const upload = folderId !== null && share.permission === 'WRITE' ? uploadForm(place, folderId) : html``;
  return html`${head(place, title)}${trail(place, base, query)}${list}${more}${upload}`;
}

const FOLDER = html`<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M3 6a2 2 0 0 1 2-2h4l3 3h7a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/></svg>`;

const DOWN = html`<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 4v11m-5-4 5 5 5-5M5 20h14"/></svg>`;

function row({ words, language, base, query }: PlaceOf, entry: ShownEntry): Html {
  const size = entry.is_folder && entry.size === 0 ? words.folder : sizeText(entry.size, language);
  const download = entry.is_folder
    ? html``
    : html`<a href="${base}/d/${entry.id}" aria-label="${words.downloadOf(entry.name)}">${DOWN}<span class="wide">${words.download}</span></a>`;
  return html`<tr><td><a href="${base}/f/${entry.id}${query}">${entry.is_folder ? FOLDER : html``}${entry.name}</a></td><td>${size}</td><td class="wide">${dayText(entry.modified_at)}</td><td>${download}</td></tr>`;
}

export type Preview =
  | { kind: 'image' | 'pdf' | 'none' | 'virus' }
  | { kind: 'office'; state: 'offered' | 'ready' | 'working' | 'failed' }
  | { kind: 'text'; text: string; cut: boolean };

export function filePage(place: PlaceOf, entry: ShownEntry, preview: Preview): Html {
  const { words, language, base, query } = place;
  const bytes = `${base}/d/${entry.id}`;
  const facts = html`<p class="muted">${sizeText(entry.size, language)} · ${dayText(entry.modified_at)}</p>`;
  const top = html`${head(place, entry.name)}${trail(place, base, query)}${facts}`;
  if (preview.kind === 'virus') return html`${top}<p class="fault">${words.virus}</p>`;
  const view = viewLink(place, entry.id, preview);
  const acts = html`<div class="acts"><a class="button" href="${bytes}">${words.download}</a>${view}</div>`;
  if (preview.kind === 'image') {
    return html`${top}${acts}<div class="preview"><img src="${bytes}?inline=1" alt="${entry.name}"></div>`;
  }
  if (preview.kind === 'text') {
    const cut = preview.cut ? html`<p class="muted">${words.cut}</p>` : html``;
    return html`${top}${acts}<pre tabindex="0">${preview.text}</pre>${cut}`;
  }
  if (preview.kind === 'pdf') return html`${top}${acts}`;
  if (preview.kind !== 'office') return html`${top}${acts}<p class="muted">${words.noPreview}</p>`;
  if (preview.state === 'working') return html`${top}${acts}<p role="status">${words.preparing}</p>`;
  return preview.state === 'failed'
    ? html`${top}${acts}<p class="muted">${words.viewFailed}</p>`
    : html`${top}${acts}`;
}

function viewLink({ words, base, query }: PlaceOf, id: string, preview: Preview): Html {
  if (preview.kind === 'pdf') return html`<a href="${base}/d/${id}?inline=1">${words.view}</a>`;
  if (preview.kind !== 'office') return html``;
  if (preview.state === 'ready') return html`<a href="${base}/p/${id}">${words.view}</a>`;
  const more = query === '' ? '?preview=1' : `${query}&preview=1`;
  return preview.state === 'offered'
    ? html`<a href="${base}/f/${id}${more}">${words.prepareView}</a>`
    : html``;
}

function head({ words, share }: PlaceOf, title: string): Html {
  const until = share.expires_at === null ? html`` : html` · ${words.until(dayText(share.expires_at))}`;
  const owner = share.owner_name === '' ? share.owner_email : share.owner_name;
  return html`<h1>${title}</h1><p class="muted">${words.sharedBy(owner)}${until}</p>`;
}

function trail({ words, steps, hasList }: PlaceOf, base: string, query: string): Html {
  const above = steps.slice(0, -1);
  if (above.length === 0 && (!hasList || steps.length === 0)) return html``;
  const first = hasList ? [html`<a href="${base}${query}">${words.root}</a> / `] : [];
  const links = above.map(({ id, name }) => html`<a href="${base}/f/${id}${query}">${name}</a> / `);
  return html`<nav>${[...first, ...links]}<span aria-current="page">${steps.at(-1)?.name ?? ''}</span></nav>`;
}

function uploadForm({ words, language, base, query }: PlaceOf, folderId: string): Html {
  return html`<section><h2>${words.upload}</h2>
<form method="post" enctype="multipart/form-data" action="${base}/u/${folderId}${query}" data-upload="${base}/t/${folderId}${query}" data-sending="${words.sending}" data-resuming="${words.resuming}" data-hint="${words.resumes}" data-failed="${words.notUploaded.other}" data-lost="${words.notUploaded.lost}">
<label for="file">${words.choose}</label><input id="file" name="file" type="file" multiple required>
<small class="hint" data-hint-of>${words.uploadHint(sizeText(LIMITS.driveFormBytes, language))}</small><button>${words.send}</button>
<progress hidden aria-label="${words.sending}"></progress><p role="status"></p></form></section>`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];
// Created once: constructing one takes longer than the rest of a list's row.
const NUMBERS: Record<PageLanguage, Intl.NumberFormat> = {
  vi: new Intl.NumberFormat('vi', { maximumFractionDigits: 1, useGrouping: false }),
  en: new Intl.NumberFormat('en', { maximumFractionDigits: 1, useGrouping: false }),
};
const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Ho_Chi_Minh',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

function sizeText(bytes: number, language: PageLanguage): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${NUMBERS[language].format(value >= 100 ? Math.round(value) : value)} ${UNITS[unit]}`;
}

/** The day first in both languages, as everywhere; in the time zone of Vietnam, where the pages are read. */
function dayText(seconds: number): string {
  return DAY.format(seconds * 1000);
}
