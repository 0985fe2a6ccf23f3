/**
 * Stands in the page itself, behind its frame: paints the first rows of the list as this device last showed them,
 * before any file of the client has come. It can import nothing; docs/decisions/030 says who may see them.
 */
(() => {
  type Row = { href: string; names: string; subject: string; snippet: string; time: string; unread: boolean };
  type LastList = { person: string; language: string; address: string; at: number; rows: Row[] };
  const WEEK_MS = 7 * 24 * 3_600_000;

  const page = document.documentElement;
  const list = document.querySelector('#frame .list');
  // Whether somebody is signed in, and is the one whose things are kept here, early.ts has found out.
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
    const rows = kept.rows.map((row) => {
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
    page.dataset['lastSeen'] = '';
  } catch {
    // A memory that cannot be read: the frame stays empty until the client has come.
  }
})();
