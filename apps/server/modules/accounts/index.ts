import type { AccountKind } from '@voltloop/contract';
import type { Ctx, PublicCtx } from '../../platform/ctx.ts';
import type { Authenticate } from '../../platform/http.ts';
import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import type { AccountRow } from './store.ts';

export type { AccountRow } from './store.ts';
export { checkTenant, covers, loadAccount, seesTenant, seesThing, subtree } from './visibility.ts';

/** What it takes to make an account. The password is in clear or already hashed ({@link Accounts.hashPassword}). */
export interface NewAccount {
  kind: AccountKind;
  /** The account above; for the system null makes the main account of `tenantId`. */
  parentId: string | null;
  tenantId?: string;
  userName: string;
  name: string;
  email?: string | null;
  password?: string;
  passwordHash?: string;
  mobile?: string | null;
  company?: string | null;
  country?: string | null;
  city?: string | null;
  address?: string | null;
  description?: string | null;
  timeZone?: string | null;
}

export interface FirstAccount {
  user_name: string;
  password: string;
  name: string;
  email?: string | null;
  /** Name of the tenant; the account's name where absent. */
  tenantName?: string;
  timeZone?: string;
}

/** Accounts and sessions. A context without caller is the system itself (set-up, seed). */
export interface Accounts extends Module {
  /** Turns the Authorization header into the caller; throws `unauthorized`. */
  authenticate: Authenticate;
  /** The argon2id hash of a password, for making many accounts with one password. */
  hashPassword(password: string): Promise<string>;
  /** Makes the first tenant and its main account. @throws conflict when any account exists */
  createFirstAccount(ctx: PublicCtx, input: FirstAccount): Promise<AccountRow>;
  /** Makes an account below another. @throws notFound, forbidden, validation, conflict */
  createAccount(ctx: Ctx | PublicCtx, input: NewAccount): Promise<AccountRow>;
  /** Puts an account, with all below it, under another one. @throws notFound, validation */
  moveAccount(ctx: Ctx, accountId: string, newParentId: string): Promise<AccountRow>;
  /** Deletes an account that has neither children nor things. @throws notFound, conflict */
  deleteAccount(ctx: Ctx, accountId: string): Promise<void>;
}

export async function createAccounts(_services: Services): Promise<Accounts> {
  throw new Error('not written yet');
}
