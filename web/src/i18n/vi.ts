import { common } from './vi/common.ts';
import { errors } from './vi/errors.ts';
import { pages } from './vi/pages.ts';
import { shell } from './vi/shell.ts';
import { signIn } from './vi/sign-in.ts';

export const vi = { common, errors, pages, shell, signIn } as const;
