import { ConnectionEnded } from '../line-server/byte-reader.ts';
import { LineConnection } from '../line-server/line-connection.ts';
import { type CommandOptions, type ReadCommand, readCommand } from './read-command.ts';

/** The connection of one mail program that speaks IMAP: commands with their literals. */
export class ImapConnection extends LineConnection {
  /** The next command, or why there is none. */
  async nextCommand(options: Omit<CommandOptions, 'begun' | 'invite'>): Promise<ReadCommand> {
    if (!(await this.beginWaiting())) return { kind: 'ended' };
    try {
      return await readCommand(this.reader, {
        ...options,
        invite: async () => {
          this.send('+ OK\r\n');
          await this.flush();
        },
        begun: () => this.beginReceiving(),
      });
    } catch (error) {
      if (error instanceof ConnectionEnded) return { kind: 'ended' };
      throw error;
    } finally {
      this.beginWork();
    }
  }
}
