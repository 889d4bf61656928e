import type { Who } from './who.ts';

/** A user of a role with these rights, for unit tests. */
export const who = (roleId: number | null, rights: readonly number[] = []): Who => ({ roleId, rights });
