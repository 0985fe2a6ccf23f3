/**
 * Stands in the page itself, behind its frame: paints the first rows of the list as this device last showed them,
 * before any file of the client has come. It can import nothing; docs/decisions/030 says who may see them.
 */
(() => {
  type Row = { href: string; names: string; subject: string; snippet: string; time: string; unread: boolean };
  type LastList = { person: string; language: string; address: string; at: number; rows: Row[] };
  const page = document.documentElement;
  const WEEK_MS = 7 * 24 * 3_600_000;
  /** Header and toolbar above the list. */
  const ABOVE = 100;
  const ROW = page.dataset['density'] === 'compact' ? 32 : 40;

  const frame = document.getElementById('frame');
  const list = frame?.querySelector('.list');
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
    // Nobody sees those below the screen, and the first frame would wait for them. To ask for the window's height would
    // lay out the page before it is complete.
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
    // A memory that cannot be read: the frame stays empty until the client has come.
  }
})();
