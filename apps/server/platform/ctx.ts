import type { Logger } from 'pino';

/** A set of rights; the main account's has every one. */
export interface Rights {
  has(right: number): boolean;
}

export const everyRight: Rights = { has: () => true };

/** The signed-in account in its state at this call. Never taken from the client. */
export interface Caller {
  accountId: string;
  tenantId: string;
  /** ltree path of the account; its subtree is everything at or below it. */
  path: string;
  level: number;
  roleId: number;
  kind: string;
  userName: string;
  sessionId: string;
  /** The API token of the call, if it was not a session. */
  apiToken?: { id: string; name: string };
  /** Its rights in the back office: ids of menu entries and buttons. */
  rights: Rights;
}

/** The context that every verb receives besides its input. */
export interface Ctx {
  caller: Caller;
  now: Date;
  ip: string;
  requestId: string;
  log: Logger;
}

/** The context of a call that needs no session. */
export type PublicCtx = Omit<Ctx, 'caller'> & { caller: Caller | null };
