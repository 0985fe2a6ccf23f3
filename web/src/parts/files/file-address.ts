/** Where the bytes of files are; the browser's cookie is enough for them. */
export function downloadAddress(id: string): string {
  return `/api/v2/files/${encodeURIComponent(id)}/download`;
}

/** To be shown, not saved: the server allows that for types in which nothing runs. */
export function shownAddress(id: string): string {
  return `${downloadAddress(id)}?inline=1`;
}

/** The source of a message, saved under its subject. */
export function sourceAddress(messageId: string): string {
  return `/api/v2/messages/${encodeURIComponent(messageId)}/source.eml`;
}

export function zipAddress(messageId: string): string {
  return `/api/v2/messages/${encodeURIComponent(messageId)}/attachments.zip`;
}
