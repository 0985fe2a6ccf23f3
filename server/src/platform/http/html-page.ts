import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8886; border-radius: 4px; }
article { border-top: 1px solid #8886; padding: 1rem 0; }
h2 { margin-top: 3rem; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0; }
button { font: inherit; padding: .4rem 1rem; }
`;

/** No script, nothing from elsewhere, and of styles only the one above. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Markup that is finished: what is put into `html` and is not one of these is text, and escaped. */
export type Html = { readonly markup: string };

export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const texts = values.map((value) => {
    if (Array.isArray(value)) return value.map((one) => one.markup).join('');
    return typeof value === 'object' ? value.markup : escapeText(String(value));
  });
  return { markup: parts.map((part, index) => part + (texts[index] ?? '')).join('') };
}

/** A plain page of the server's own. */
export function sendPage(
  reply: FastifyReply,
  page: { lang: string; title: string; body: Html },
): FastifyReply {
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${page.title}</title>`;
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
    .send(
      `<!doctype html>\n<html lang="${escapeText(page.lang)}"><head>${head.markup}<style>${STYLE}</style></head>` +
        `<body>${page.body.markup}</body></html>\n`,
    );
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
