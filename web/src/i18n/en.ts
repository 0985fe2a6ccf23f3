import { common } from './en/common.ts';
import { errors } from './en/errors.ts';
import { pages } from './en/pages.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import type { vi } from './vi.ts';
import type { Words } from './words.ts';

export const en: Words<typeof vi> = { common, errors, pages, shell, signIn };
