/** Plain text as HTML that looks the same. */
export function textAsHtml(text: string): string {
  const lines = escapeHtml(text.replaceAll('\r\n', '\n')).replaceAll('\n', '<br>');
  return `<div style="white-space:pre-wrap">${lines}</div>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
