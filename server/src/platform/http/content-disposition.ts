/**
 * A Content-Disposition that every browser reads: the name in UTF-8 (RFC 8187), and before it an ASCII one for those
 * that know no other (RFC 6266).
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const wellFormed = name.toWellFormed();
  const plain = wellFormed
    .replace(/[đĐ]/g, (letter) => (letter === 'đ' ? 'd' : 'D'))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
