import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html } from './html-page.ts';
import type { PageLanguage } from './page-language.ts';

const STYLE = `
:root { color-scheme: light dark; --canvas: #f6f7f9; --surface: #fff; --ink: #17202b; --muted: #55626f; --line: #e2e6eb;
  --control: #7c8792; --accent: #1d5bd6; --link: #1a52c2; --danger: #c22f2b; }
@media (prefers-color-scheme: dark) { :root { --canvas: #0f141a; --surface: #171d25; --ink: #e4e9ef; --muted: #a1aebb;
  --line: #28313c; --control: #6d7b8a; --accent: #2f6be0; --link: #8ab2ff; --danger: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.5 "Be Vietnam Pro", system-ui, sans-serif; }
header, main { max-width: 56rem; margin: 0 auto; padding: 12px 16px; }
header { display: flex; justify-content: space-between; align-items: center; gap: 16px; }
header strong { font-size: 17px; }
main { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 24px; }
main.small { max-width: 28rem; margin-top: 8vh; }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3; overflow-wrap: anywhere; }
p { margin: 0 0 16px; }
ol { margin: 16px 0 0; padding-left: 24px; }
li { margin-bottom: 8px; }
.muted, small { color: var(--muted); font-size: 14px; }
a { color: var(--link); }
a, button { -webkit-tap-highlight-color: transparent; }
header a, .acts a, td a, nav a { display: inline-flex; align-items: center; min-height: 44px; }
label { display: block; margin-bottom: 4px; font-weight: 500; }
input[type=password], input[type=text] { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--control); border-radius: 6px; }
input[type=file] { max-width: 100%; min-height: 44px; font: inherit; }
::file-selector-button { min-height: 44px; margin: 0 12px 0 0; padding: 8px 16px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--control); border-radius: 6px; }
button, .button { display: inline-flex; align-items: center; min-height: 44px; padding: 8px 20px; font: inherit;
  font-weight: 500; color: #fff; background: var(--accent); border: 0; border-radius: 6px; text-decoration: none; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
form { margin: 16px 0 0; }
form button { margin-top: 16px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.fault { color: var(--danger); }
.acts { display: flex; flex-wrap: wrap; gap: 8px 16px; margin: 16px 0; }
nav { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: center; }
table { width: 100%; border-collapse: collapse; }
td a { gap: 8px; min-width: 24px; }
@media (pointer: coarse) { .acts a, td a, nav a { min-width: 44px; } td:last-child a { justify-content: center; } }
td svg { flex: none; }
.hint { display: block; }
th { text-align: left; white-space: nowrap; font-size: 14px; font-weight: 500; color: var(--muted); }
th, td { padding: 4px 8px 4px 0; border-bottom: 1px solid var(--line); }
td:first-child { overflow-wrap: anywhere; }
td:not(:first-child) { white-space: nowrap; }
.preview img { max-width: 100%; height: auto; display: block; margin: 0 auto; }
pre { overflow: auto; max-height: 70vh; padding: 12px; border: 1px solid var(--line); border-radius: 6px;
  font: 14px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
section { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); }
h2 { margin: 0 0 8px; font-size: 17px; }
progress { width: 100%; height: 8px; margin-top: 16px; }
@media (max-width: 600px) { main { border-width: 1px 0; border-radius: 0; padding: 16px; } .wide { display: none; } }
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (style: string, script: string) =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

const OTHER_LANGUAGE = { vi: 'English', en: 'Tiếng Việt' } as const;

/** Headers for whatever a secret of a link opens: not indexed, not cached, no referrer. */
export const UNSEEN = {
  'cache-control': 'no-store',
  // The URL does not leave the site, while forms still send their origin (CSRF check).
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

export type GuestPage = {
  language: PageLanguage;
  title: string;
  body: Html;
  /** The only script that runs in it. */
  script: string;
  /** What it needs beside the style of all such pages. */
  style?: string;
  /** A question instead of a list. */
  small?: boolean;
  /** The URL of the page in the other language; null where it can't be shown again. */
  switchTo: string | null;
  status?: number;
  /** The page reloads itself. */
  reloads?: boolean;
};

/** A page of the server's own for people who have a link and need no session. */
export function sendGuestPage(reply: FastifyReply, page: GuestPage): FastifyReply {
  const {
    language,
    title,
    body,
    script,
    style = '',
    small = false,
    switchTo,
    status = 200,
    reloads = false,
  } = page;
  const other = language === 'vi' ? 'en' : 'vi';
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${title} – Bồ Câu</title>`;
  const otherLanguage =
    switchTo === null
      ? html``
      : html`<a href="${switchTo}" lang="${other}" hreflang="${other}">${OTHER_LANGUAGE[language]}</a>`;
  return reply
    .code(status)
    .headers({
      ...UNSEEN,
      ...(reloads ? { refresh: '3' } : {}),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(STYLE + style, script),
      vary: 'accept-language, cookie',
    })
    .send(
      `<!doctype html>\n<html lang="${language}"><head>${head.markup}<style>${STYLE}${style}</style></head>` +
        `<body><header><strong>Bồ Câu</strong>${otherLanguage.markup}</header>` +
        `<main class="${small ? 'small' : ''}">${body.markup}</main><script>${script}</script></body></html>\n`,
    );
}
