type Pictured = {
  /** Null until the server has said it. */
  uid: number | null;
  flags: string | null;
  modseq: number;
  /** The greatest uid that was known when the message appeared. */
  above: number;
};

/** What a mail program believes of its open folder, from what it was told alone. A contradiction throws. */
export type FolderPicture = {
  readonly messages: readonly Readonly<Pictured>[];
  hear(lines: string[]): void;
  /** `uid flags` of each message, ascending. */
  lines(): string[];
};

export function createPicture(): FolderPicture {
  const messages: Pictured[] = [];
  let greatest = 0;

  function at(number: number, line: string): Pictured {
    const message = messages[number - 1];
    if (message === undefined) throw new Error(`${line}, where ${messages.length} messages are known`);
    return message;
  }

  function exists(count: number, line: string): void {
    if (count < messages.length) throw new Error(`${line}, where ${messages.length} messages are known`);
    while (messages.length < count) messages.push({ uid: null, flags: null, modseq: 0, above: greatest });
  }

  function fetched(number: number, items: string, line: string): void {
    const message = at(number, line);
    const uid = Number(/\bUID (\d+)/.exec(items)?.[1] ?? message.uid ?? 0);
    if (message.uid !== null && uid !== message.uid) throw new Error(`${line}, which was ${message.uid}`);
    if (message.uid === null && uid > 0) {
      if (uid <= message.above) throw new Error(`${line} is new, after ${message.above}`);
      message.uid = uid;
      greatest = Math.max(greatest, uid);
    }
    const modseq = Number(/\bMODSEQ \((\d+)\)/.exec(items)?.[1] ?? message.modseq);
    if (modseq < message.modseq) throw new Error(`${line}, after ${message.modseq}`);
    message.modseq = modseq;
    const flags = /\bFLAGS \(([^)]*)\)/.exec(items)?.[1];
    if (flags !== undefined) message.flags = inOrder(flags);
  }

  return {
    messages,
    hear(lines) {
      for (const line of lines) {
        const [, number, word, items = ''] =
          /^\* (\d+) (EXISTS|EXPUNGE|FETCH)(?: \((.*)\))?$/s.exec(line) ?? [];
        if (word === 'EXISTS') exists(Number(number), line);
        if (word === 'FETCH') fetched(Number(number), items, line);
        if (word === 'EXPUNGE') {
          at(Number(number), line);
          messages.splice(Number(number) - 1, 1);
        }
      }
    },
    lines: () => messages.map(({ uid, flags }) => `${uid} ${flags}`),
  };
}

export function inOrder(flags: string): string {
  return flags.split(' ').sort().join(' ');
}
