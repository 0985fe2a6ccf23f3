/**
 * Inlined in the page after its frame: paints the first rows of the list as last shown on this device, before
 * any file of the client has loaded. It cannot import anything; docs/decisions/030 says who may see the rows.
 */
(() => {
  type Row = { href: string; names: string; subject: string; snippet: string; time: string; unread: boolean };
  type LastList = { person: string; language: string; address: string; at: number; rows: Row[] };
  const page = document.documentElement;
  const WEEK_MS = 7 * 24 * 3_600_000;
  /** Height of header and toolbar above the list. */
  const ABOVE = 100;
  const ROW = page.dataset['density'] === 'compact' ? 32 : 40;

  const frame = document.getElementById('frame');
  const list = frame?.querySelector('.list');
  // early.ts has checked that a user is signed in, and is the one whose data is cached here.
  if (!list || page.dataset['frame'] !== 'mailbox') return;
  const { pathname, search } = window.location;
  const address = pathname === '/' ? '/folder/INBOX' : pathname + search;

  function cell(name: string, text: string): HTMLElement {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
  }

  try {
    const kept = JSON.parse(localStorage.getItem('bocau.last-list') ?? 'null') as LastList | null;
    if (
      kept?.person !== localStorage.getItem('bocau.person') ||
      kept?.address !== address ||
      kept.language !== page.lang ||
      performance.timeOrigin - kept.at > WEEK_MS
    )
      return;
    // Rows below the screen would only delay the first frame. Reading the window's height would force a
    // layout before the page is complete.
    const fitting = Math.ceil((window.screen.height - ABOVE) / ROW);
    const rows = kept.rows.slice(0, fitting).map((row) => {
      const link = document.createElement('a');
      link.href = row.href;
      link.dataset['lastSeen'] = row.unread ? 'unread' : 'read';
      link.append(
        cell('b', row.names),
        cell('span', row.subject),
        cell('em', row.snippet),
        cell('time', row.time),
      );
      return link;
    });
    for (const empty of list.querySelectorAll('i')) empty.remove();
    list.append(...rows);
    frame?.classList.add('last-seen');
  } catch {
    // Unreadable stored value: the frame stays empty until the client has loaded.
  }
})();
