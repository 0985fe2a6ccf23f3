import type { signOn as vi } from '../vi/sign-on.ts';
import type { Words } from '../words.ts';

export const signOn: Words<typeof vi> = {
  account: 'Company account',
  start: 'Sign in with your company account',
  returning: 'Signing in with your company account…',
  problems: {
    none: 'This domain has no sign-in by company account. Enter your password.',
    silent:
      'Your company’s sign-in page isn’t answering. Try again in a few minutes, or enter your mailbox password.',
    cancelled:
      'You cancelled the sign-in with your company account. Try again, or enter your mailbox password.',
    refused:
      'Your company’s sign-in page sent something we can’t accept, so you aren’t signed in. Try again; if it happens again, contact your administrator.',
    expired: 'This sign-in has expired, or began in another browser. Sign in again.',
    suspended: 'Your mailbox is suspended. Contact your administrator.',
    unlinked:
      'The company account {{account}} isn’t linked to a mailbox yet. Enter your mailbox password once to link it; next time you won’t need it.',
    unlinkedUnnamed:
      'Your company account isn’t linked to a mailbox yet. Enter your mailbox password once to link it; next time you won’t need it.',
    other_domain: 'This company account belongs to another domain, so it can’t be linked to this mailbox.',
    taken: 'This company account is already linked to another mailbox.',
    failed: 'We couldn’t sign you in. Check your connection and try again.',
  },
  replace: {
    title: 'Switch to another mailbox?',
    about:
      'You’re signed in to {{signedIn}}. The company account just used opens {{account}}. If you didn’t start this yourself, stay in your mailbox.',
    stay: 'Stay in {{signedIn}}',
    go: 'Switch to {{account}}',
  },
  link: {
    title: 'Link your company account?',
    about: 'Next time, the company account {{account}} opens this mailbox without its password.',
    yes: 'Link',
    no: 'Not now',
  },
  links: {
    title: 'Company account',
    about: 'Accounts at your company’s sign-in page that open this mailbox.',
    none: 'None yet. To link one, choose “Sign in with your company account” on the sign-in page.',
    unnamed: 'Unnamed account',
    used: 'Last used {{when}}',
    unused: 'Never used',
    remove: 'Unlink',
    removeOf: 'Unlink {{account}}',
    removeTitle: 'Unlink {{account}}?',
    removeAbout:
      'This account will no longer open the mailbox. Other places where you’re signed in are signed out; this device is not.',
    removed: 'Unlinked {{account}}',
  },
};
