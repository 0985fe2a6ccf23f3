import type { Marionette } from './marionette.ts';

/**
 * What a person does in Thunderbird's windows: its own forms, lists and commands. The scripts run in its main window and
 * are text, because they know names of its, and none of ours.
 */
export function actsIn(thunderbird: Marionette) {
  const run = <T>(body: string, ...given: unknown[]) => thunderbird.run<T>(HELPERS + body, ...given);
  return {
    /** As its page of new accounts does; answers what the page says it has found. */
    addAccount: (address: string, password: string) => run<string[]>(ADD_ACCOUNT, address, password),
    /** A certificate that no authority vouches for, as its own question about it would keep it. */
    trust: (host: string, ports: number[], certificate: string) => run(TRUST, host, ports, certificate),
    folders: () => run<string[]>('return account().rootFolder.descendants.map(({ name }) => name);'),
    makeFolder: (name: string) => run(MAKE_FOLDER, name),
    /** Answers the text that is shown. */
    open: (folder: string, subject: string) => run<string>(OPEN, folder, subject),
    doCommand: (folder: string, subject: string, command: string, target: string | null = null) =>
      run(DO_COMMAND, folder, subject, command, target),
    /** Waits until it lists exactly these in the folder; an asterisk stands before those that are marked. */
    seesIn: (folder: string, subjects: string[]) => run(SEES_IN, folder, subjects, false),
    /** The same of a folder that it does not watch, and asks for again as a person does who waits for it. */
    findsIn: (folder: string, subjects: string[]) => run(SEES_IN, folder, subjects, true),
    /** Waits until a message has exactly these tags, by their keywords. */
    seesTags: (folder: string, subject: string, keywords: string[]) =>
      run(SEES_TAGS, folder, subject, keywords),
    write: (message: { to: string; subject: string; text: string }) => run(WRITE, message),
    writeOn: (text: string) => run('(await composing()).GetCurrentEditor().insertText(given[0]);', text),
    saveDraft: () => run(SAVE_DRAFT),
    send: () => run(SEND),
  };
}

const HELPERS = `
const { MailServices } = ChromeUtils.importESModule('resource:///modules/MailServices.sys.mjs');
async function until(look, what) {
  // Some sixty a second.
  for (let tries = 0; tries < 2_000; tries += 1) {
    const found = await look();
    if (found) return found;
    const refusal = [...Services.wm.getEnumerator(null)].find(({ location }) => location.href.endsWith('commonDialog.xhtml'));
    if (refusal) throw new Error(refusal.document.getElementById('infoBody')?.textContent);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error('It did not come: ' + what);
}
const account = () =>
  MailServices.accounts.accounts.find(({ incomingServer }) => incomingServer.type === 'imap').incomingServer;
const folderNamed = (name) =>
  until(() => account().rootFolder.descendants.find((folder) => folder.name === name), name);
const headersIn = (folder) => [...folder.messages];
async function select(name, subject) {
  const folder = await folderNamed(name);
  const pane = document.getElementById('tabmail').currentAbout3Pane;
  if (pane.gFolder?.URI !== folder.URI) pane.displayFolder(folder.URI);
  await until(() => {
    const header = headersIn(folder).find(({ mime2DecodedSubject }) => mime2DecodedSubject === subject);
    const row = header && pane.gDBView?.findIndexOfMsgHdr(header, true);
    if (row === undefined || row === nsMsgViewIndex_None) return false;
    pane.threadTree.selectedIndex = row;
    return true;
  }, subject + ' in the list of ' + name);
  return pane;
}
const composing = () =>
  until(() => {
    const opened = Services.wm.getMostRecentWindow('msgcompose');
    return opened?.gCurrentIdentity && opened.GetCurrentEditor?.() && !opened.gWindowLocked && opened;
  }, 'the form of a message');
const nsMsgViewIndex_None = 0xffffffff;
`;

const TRUST = `
const [host, ports, text] = given;
const { classes: Cc, interfaces: Ci } = Components;
const certificate = Cc['@mozilla.org/security/x509certdb;1']
  .getService(Ci.nsIX509CertDB)
  .constructX509FromBase64(text.replace(/-----[^-]+-----|\\s/g, ''));
const overrides = Cc['@mozilla.org/security/certoverride;1'].getService(Ci.nsICertOverrideService);
for (const port of ports) overrides.rememberValidityOverride(host, port, {}, certificate, true);
`;

const ADD_ACCOUNT = `
const [address, password] = given;
await openAccountHub('MAIL');
const hub = await until(() => {
  const container = document.querySelector('account-hub-container');
  return (container?.shadowRoot ?? container)?.querySelector('account-hub-email');
}, 'the page of new accounts');
const step = (id) => until(() => hub.querySelector('#' + id + ':not([hidden])'), id);
const goOn = async () => (await until(() => hub.querySelector('#forward:not([hidden], :disabled)'), 'a way on')).click();
const type = (field, text) => {
  field.value = text;
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
};
const form = await step('emailAutoConfigSubview');
type(form.querySelector('#realName'), 'An');
type(form.querySelector('#email'), address);
await goOn();
const found = await step('emailConfigFoundSubview');
const said = ['incomingHost', 'incomingPort', 'incomingSocketType', 'outgoingHost', 'outgoingPort', 'outgoingSocketType'];
const texts = await until(() => {
  const all = said.map((id) => found.querySelector('#' + id).textContent.trim());
  return !all.includes('') && all;
}, 'what was found');
await goOn();
type((await step('emailPasswordSubview')).querySelector('input[type=password]'), password);
await goOn();
await step('emailAddedSuccessSubview');
await goOn();
return texts;
`;

const MAKE_FOLDER = `
account().rootFolder.createSubfolder(given[0], null);
await folderNamed(given[0]);
`;

const OPEN = `
const pane = await select(...given);
return until(() => {
  const shown = pane.messageBrowser?.contentWindow?.getMessagePaneBrowser?.();
  return shown?.contentDocument?.querySelector('.moz-text-plain, .moz-text-flowed, .moz-text-html')?.textContent.trim();
}, 'the text');
`;

const DO_COMMAND = `
const [folder, subject, command, target] = given;
const pane = await select(folder, subject);
pane.commandController.doCommand(command, target === null ? undefined : await folderNamed(target));
`;

const SEES_IN = `
const [name, subjects, asks] = given;
const folder = await folderNamed(name);
const pane = document.getElementById('tabmail').currentAbout3Pane;
if (pane.gFolder?.URI !== folder.URI) pane.displayFolder(folder.URI);
let seen = '';
let looks = 0;
await until(() => {
  looks += 1;
  if (asks && looks % 200 === 0) folder.updateFolder(null);
  const texts = headersIn(folder).map((header) => (header.isFlagged ? '* ' : '') + header.mime2DecodedSubject);
  seen = texts.sort().join(', ');
  return seen === [...subjects].sort().join(', ');
}, 'the list').catch((error) => {
  throw new Error(error.message + ' ' + name + ' shows: ' + seen);
});
`;

const SEES_TAGS = `
const [name, subject, keywords] = given;
const folder = await folderNamed(name);
let seen = '';
await until(() => {
  const header = headersIn(folder).find(({ mime2DecodedSubject }) => mime2DecodedSubject === subject);
  const known = MailServices.tags.getAllTags().map(({ key }) => key);
  seen = header?.getStringProperty('keywords').split(' ').filter((key) => known.includes(key)).sort().join(' ');
  return seen === [...keywords].sort().join(' ');
}, 'the tags').catch((error) => {
  throw new Error(error.message + ' ' + subject + ' has: ' + seen);
});
`;

const WRITE = `
const { to, subject, text } = given[0];
MsgNewMessage(null);
const form = await composing();
const recipients = form.document.getElementById('toAddrInput');
recipients.value = to;
form.recipientAddPills(recipients);
const field = form.document.getElementById('msgSubject');
field.value = subject;
field.dispatchEvent(new form.Event('input', { bubbles: true }));
form.GetCurrentEditor().insertText(text);
`;

const SAVE_DRAFT = `
const form = await composing();
const { compFields } = form.gMsgCompose;
const before = compFields.draftId;
form.goDoCommand('cmd_saveAsDraft');
// It knows by then which draft the next save replaces.
await until(
  () => compFields.draftId !== before && compFields.draftId !== '' && !form.gSaveOperationInProgress,
  'the end of the save',
);
`;

const SEND = `
(await composing()).goDoCommand('cmd_sendNow');
await until(() => Services.wm.getMostRecentWindow('msgcompose') === null, 'the end of the form');
`;
