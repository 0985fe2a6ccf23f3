/** Whether the browser lets a page ask to open mail links; ones on phones do not, nor do pages that came by plain http. */
export function canOpenMailLinks(): boolean {
  return 'registerProtocolHandler' in navigator;
}

/** The browser asks the person itself. */
export function askToOpenMailLinks(): void {
  navigator.registerProtocolHandler('mailto', `${window.location.origin}/compose-mailto?url=%s`);
}
