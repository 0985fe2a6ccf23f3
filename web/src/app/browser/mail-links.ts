/** Whether the page can register for mailto: links; not in phone browsers, nor without https. */
export function canOpenMailLinks(): boolean {
  return 'registerProtocolHandler' in navigator;
}

/** The browser itself asks the user. */
export function askToOpenMailLinks(): void {
  navigator.registerProtocolHandler('mailto', `${window.location.origin}/compose-mailto?url=%s`);
}
