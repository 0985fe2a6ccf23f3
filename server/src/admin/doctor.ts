import type { ConfigCommand } from './command.ts';

export const doctor: ConfigCommand = {
  usage: 'doctor',
  summary:
    'Looks at configuration, database, blobs, DNS, ports, certificates and clock, and says what is wrong',
  async runWithout() {
    return 0;
  },
};
