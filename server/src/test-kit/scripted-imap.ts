import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type ScriptedFolder = { attributes?: string; messages: ScriptedMessage[] };
type ScriptedMessage = { uid: number; raw: string; id?: string; flags?: string; labels?: string };

export type ScriptedImap = { port: number; commands: string[]; close(): Promise<void> };

/**
 * Just enough of an IMAP server to imitate one that Debian does not have, or a malicious one: `misbehave`
 * answers instead, or returns undefined. `TAG` in responses becomes the command's tag.
 */
export async function startScriptedImap(
  folders: Record<string, ScriptedFolder>,
  {
    capabilities = '',
    misbehave = () => undefined,
  }: { capabilities?: string; misbehave?: (command: string, socket: Socket) => string | undefined } = {},
): Promise<ScriptedImap> {
  const commands: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    socket.write(`* OK [CAPABILITY IMAP4rev1 ${capabilities}] ready\r\n`);
    let opened: ScriptedFolder = { messages: [] };
    const lines = createInterface({ input: socket });
    lines.on('error', () => socket.destroy());
    lines.on('line', (line) => {
      const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      commands.push(command);
      const name = /^EXAMINE "?([^"]*)"?/.exec(command)?.[1];
      if (name !== undefined) opened = folders[name] ?? { messages: [] };
      const said = misbehave(command, socket) ?? answer(command, opened);
      if (!socket.destroyed) socket.write(said.replaceAll('TAG', tag), 'latin1');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function answer(command: string, { messages }: ScriptedFolder): string {
    if (command.startsWith('CAPABILITY')) return `* CAPABILITY IMAP4rev1 ${capabilities}\r\nTAG OK\r\n`;
    if (command === 'LIST "" ""') return '* LIST (\\Noselect) "/" ""\r\nTAG OK\r\n';
    if (command.startsWith('LIST')) {
      const lines = Object.entries(folders).map(
        ([path, { attributes = '' }]) => `* LIST (${attributes}) "/" "${path}"\r\n`,
      );
      return `${lines.join('')}TAG OK\r\n`;
    }
    if (command.startsWith('EXAMINE')) {
      return `* ${messages.length} EXISTS\r\n* OK [UIDVALIDITY 7] yes\r\nTAG OK [READ-ONLY] opened\r\n`;
    }
    if (command.includes('FETCH')) return fetch(command, messages);
    return 'TAG OK\r\n';
  }

  return {
    port: (server.address() as AddressInfo).port,
    commands,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function fetch(command: string, messages: ScriptedFolder['messages']): string {
  const set = /FETCH (\S+)/.exec(command)?.[1] ?? '';
  const ranges = set.split(',').map((range) => range.split(':').map(Number));
  const asked = messages.filter(
    ({ uid }) => set === '1:*' || ranges.some(([first = 0, last = first]) => uid >= first && uid <= last),
  );
  const lines = asked.map(({ uid, raw, id, flags = '', labels = '' }) => {
    const fields = [`UID ${uid}`, `RFC822.SIZE ${raw.length}`];
    if (id !== undefined) fields.push(`X-GM-MSGID ${id}`);
    if (command.includes('FLAGS')) fields.push(`FLAGS (${flags})`);
    if (command.includes('X-GM-LABELS')) fields.push(`X-GM-LABELS (${labels})`);
    if (command.includes('BODY')) fields.push(`BODY[] {${raw.length}}\r\n${raw}`);
    return `* ${messages.findIndex((message) => message.uid === uid) + 1} FETCH (${fields.join(' ')})\r\n`;
  });
  return `${lines.join('')}TAG OK\r\n`;
}
