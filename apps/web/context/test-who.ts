import type { Who } from './who.ts';

/** Somebody of a role with these rights, for unit tests. */
export const who = (roleId: number | null, rights: readonly number[] = []): Who => ({ roleId, rights });
