/**
 * The only script of these pages: resumable uploads by tus. Without it the form works as well, with smaller
 * uploads. Uploads are remembered per tab, so that choosing the same file after a reload resumes it.
 */
export const SCRIPT = `
const PIECE = 16 * 1024 * 1024;
const TRIES = 12;
const TUS = { 'tus-resumable': '1.0.0' };
const form = document.querySelector('form[data-upload]');
if (form) form.querySelector('[data-hint-of]').textContent = form.dataset.hint;
const later = setTimeout;
/** Until the time is over, or the browser is online again. */
const wait = (ms) => new Promise((go) => { later(go, ms); addEventListener('online', go, { once: true }); });
const coded = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
class Refused extends Error {}

function call(method, address, headers, body, onProgress) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries({ ...TUS, ...headers })) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
    request.onloadend = () => done(request);
    request.send(body);
  });
}

function offsetOf(request) {
  const ours = request.getResponseHeader('tus-resumable') !== null;
  const offset = request.getResponseHeader('upload-offset');
  return ours && request.status >= 200 && request.status < 300 && offset !== null ? Number(offset) : null;
}

function reasonOf(request) {
  try { return JSON.parse(request.responseText).reason; } catch { return undefined; }
}

/** Transient failures: no response, a call still being written, a busy server. */
const mayPass = ({ status }) => status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;

/** A browser without storage starts again after a reload. */
function remembered(key) {
  try { return sessionStorage.getItem(key); } catch { return null; }
}

function remember(key, address) {
  try {
    if (address === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, address);
  } catch {}
}

/** Chosen files that are already uploaded, and are not sent again with the others. */
const finished = new Set();

async function send(file, { onProgress, onLost }) {
  const kept = ['upload', form.dataset.upload, file.name, file.size, file.lastModified].join(' ');
  let address = remembered(kept);
  let offset = 0;
  let known = address === null;
  let tries = 0;
  async function pause(request) {
    if (!mayPass(request)) throw new Refused(reasonOf(request) ?? form.dataset.failed);
    tries += 1;
    if (tries > TRIES) throw new Refused(reasonOf(request) ?? form.dataset.lost);
    onLost();
    await wait(Math.min(30000, 500 * 2 ** tries));
  }
  for (;;) {
    if (address === null) {
      const metadata = 'filename ' + coded(file.name) + (file.type ? ',filetype ' + coded(file.type) : '');
      const begun = await call('POST', form.dataset.upload, { 'upload-length': String(file.size), 'upload-metadata': metadata });
      if (offsetOf(begun) === null) { await pause(begun); continue; }
      address = begun.getResponseHeader('location');
      remember(kept, address);
      offset = 0;
      known = true;
    }
    if (!known) {
      const state = await call('HEAD', address);
      if (state.status === 404 || state.status === 410) { remember(kept, null); address = null; known = true; tries += 1; if (tries > TRIES) throw new Refused(form.dataset.failed); continue; }
      const at = offsetOf(state);
      if (at === null) { await pause(state); continue; }
      offset = at;
      known = true;
    }
    onProgress(offset);
    if (offset >= file.size) { remember(kept, null); return; }
    const piece = file.slice(offset, offset + PIECE);
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    const sent = await call('PATCH', address, headers, piece, (loaded) => onProgress(offset + loaded));
    const at = offsetOf(sent);
    if (at === null) {
      if (sent.status === 404 || sent.status === 410) { known = false; tries += 1; if (tries > TRIES) throw new Refused(form.dataset.failed); continue; }
      await pause(sent);
      known = false;
      continue;
    }
    offset = at;
    tries = 0;
  }
}

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  const bar = form.querySelector('progress');
  const said = form.querySelector('[role=status]');
  const files = [...form.querySelector('input[type=file]').files];
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  function say(text, fault) {
    if (said.textContent !== text) said.textContent = text;
    said.className = fault ? 'fault' : '';
  }
  button.disabled = true;
  bar.hidden = false;
  bar.max = Math.max(total, 1);
  try {
    for (const file of files) {
      say(form.dataset.sending);
      if (!finished.has(file)) await send(file, {
        onProgress(sent) { bar.value = before + sent; say(form.dataset.sending); },
        onLost() { say(form.dataset.resuming, true); },
      });
      finished.add(file);
      before += file.size;
    }
    location.reload();
  } catch (error) {
    button.disabled = false;
    bar.hidden = true;
    say(error instanceof Refused ? error.message : form.dataset.failed, true);
    if (!(error instanceof Refused)) throw error;
  }
});
`;
