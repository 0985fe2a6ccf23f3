/** The download address of a file; the session cookie authenticates it. */
export function downloadAddress(id: string): string {
  return `/api/v2/files/${encodeURIComponent(id)}/download`;
}

/** For inline display: the server allows that only for types that cannot run anything. */
export function shownAddress(id: string): string {
  return `${downloadAddress(id)}?inline=1`;
}

/** The address of a message's source, saved under its subject. */
export function sourceAddress(messageId: string): string {
  return `/api/v2/messages/${encodeURIComponent(messageId)}/source.eml`;
}

export function zipAddress(messageId: string): string {
  return `/api/v2/messages/${encodeURIComponent(messageId)}/attachments.zip`;
}
