import type { profile as vi } from '../vi/profile.ts';
import type { Words } from '../words.ts';

export const profile: Words<typeof vi> = {
  title: 'Profile',
  name: 'Full name',
  nameFaults: {
    missing: 'Enter your full name.',
    short: 'A name has at least 2 letters.',
    long: 'A name has at most 50 letters.',
    letters: 'A name has letters and spaces only.',
  },
  birth: 'Date of birth',
  noDay: 'Enter the date as day/month/year.',
  gender: 'Gender',
  genders: { female: 'Female', male: 'Male', other: 'Other' },
  phone: 'Phone',
  saved: 'Profile saved',
  failed: 'Profile update failed: {{reason}}',
};
