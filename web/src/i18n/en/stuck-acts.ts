export const stuckActs = {
  text: 'The server is having trouble. Not saved yet: {{acts}}. We’ll keep trying.',
  act: '{{what}} ({{threads}})',
  message: 'Delete 1 message',
} as const;
