import type { profile as vi } from '../vi/profile.ts';
import type { Words } from '../words.ts';

export const profile: Words<typeof vi> = {
  title: 'Profile',
  name: 'Full name',
  nameFaults: {
    missing: 'Enter your full name.',
    short: 'Use at least 2 letters.',
    long: 'Use up to 50 letters.',
    letters: 'Use letters and spaces only.',
  },
  birth: 'Date of birth',
  noDay: 'Enter the date as day/month/year.',
  gender: 'Gender',
  genders: { female: 'Female', male: 'Male', other: 'Other' },
  phone: 'Phone',
  verifyPhone: 'Verify your phone number',
  changePhone: 'Change phone number',
  saved: 'Profile saved',
  failed: 'We couldn’t save your profile: {{reason}}',
};
