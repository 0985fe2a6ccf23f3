import type { senderMarks as vi } from '../vi/sender-marks.ts';
import type { Words } from '../words.ts';

export const senderMarks: Words<typeof vi> = {
  spoof: {
    mark: 'Spoofed',
  },
  doubts: {
    label: 'Doubtful sender',
    several_addresses: 'This message names several sender addresses',
    no_from: 'This message doesn’t say who it’s from',
    name_is_other_address: 'The display name is someone else’s address',
    name_is_other_domain: 'The display name mentions another domain',
    hidden_characters: 'The sender’s name contained hidden characters (removed)',
    unchecked_claim: 'We haven’t verified the sender of this attached message',
  },
};
