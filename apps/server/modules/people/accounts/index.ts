import type * as contract from '@voltloop/contract';
import type { BodyOf } from '@voltloop/contract';
import type { Ctx, PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import type { Mail } from '../mail/index.ts';
import { acceptInvitation } from './accept-invitation.ts';
import type { Core } from './core.ts';
import { createAccount, type NewAccount } from './create-account.ts';
import { checkSetupCode, createFirstAccount, type FirstAccount } from './create-first-account.ts';
import { deleteAccount } from './delete-account.ts';
import type { Manage } from './managed-account.ts';
import { moveAccount } from './move-account.ts';
import { resetUserPassword } from './reset-user-password.ts';
import { accountRoutes } from './routes.ts';
import { legacyAccountRoutes } from './routes-legacy.ts';
import { userRoutes } from './routes-users.ts';
import { setUserState } from './set-user-state.ts';
import { codeToShow } from './setup-code.ts';
import type { AccountRow } from './store.ts';

export { actingAs } from './acting-as.ts';
export { addAccount, checkFields, type NewAccount, taken } from './create-account.ts';
export type { FirstAccount } from './create-first-account.ts';
export { deleteIn } from './delete-account.ts';
export { type Manage, managedAccount } from './managed-account.ts';
export { maskAddress, maskEmail, maskMobile } from './mask.ts';
export { hashPassword, NO_PASSWORD, refuseWhenQueueFull, verifyPassword } from './password.ts';
export { readProfile, readSelf, readSelfOfCaller } from './profile.ts';
export { mayManageAccounts, passwordProblem } from './rules.ts';
export { userNameFor } from './rules-users.ts';
export { type Standing, StandingQueue } from './standing-queue.ts';
export { type AccountRow, accountByEmail, accountById, accountByUserName, lockAccountTree } from './store.ts';
export {
  type Credentials,
  credentialsByName,
  type OwnAccount,
  ownAccount,
  removePassword,
  replacePassword,
} from './store-passwords.ts';
export { writeProfile } from './store-self.ts';
export { clearAccountFailures, dropLoginCodes, endSessions } from './store-sessions.ts';
export { changeAccount, userNamesLike } from './store-users.ts';
export { todayOf } from './today.ts';
export {
  accountSeesThing,
  boundThingIds,
  checkSite,
  covers,
  historyFloor,
  isAboveOrBelow,
  loadAccount,
  loadNamedAccount,
  mayReachThing,
  seesMoment,
  seesSite,
  seesTenant,
  seesThing,
  subtree,
  type Viewer,
} from './visibility.ts';

/**
 * The account tree and its people. A context without caller is the system itself (set-up, seed). Where a verb takes
 * `manage`, that decides which accounts the caller may change; by default those below the caller.
 */
export interface Accounts extends Module {
  /** Creates the first tenant and its main account. @throws conflict when any account exists */
  createFirstAccount(ctx: PublicCtx, input: FirstAccount): Promise<AccountRow>;
  /** @throws validation for a wrong setup code, conflict when there are accounts already */
  checkSetupCode(ctx: PublicCtx, code: string): Promise<void>;
  /** The setup code of an instance without accounts; null once there is one. */
  setupCode(): Promise<string | null>;
  /** Creates an account below another. @throws forbidden, notFound, validation, conflict */
  createAccount(ctx: PublicCtx, input: NewAccount): Promise<AccountRow>;
  /**
   * Creates the account of an invitation.
   * @param then Further work in the same transaction; returns the result.
   * @throws notFound, validation, conflict
   */
  acceptInvitation<T>(
    ctx: PublicCtx,
    body: BodyOf<typeof contract.acceptInvitation>,
    then: (trx: Trx, account: AccountRow) => Promise<T>,
  ): Promise<T>;
  /** Moves an account with its subtree below another one. @throws forbidden, notFound, validation */
  moveAccount(ctx: Ctx, accountId: string, newParentId: string): Promise<AccountRow>;
  /** Deletes an account that has neither children nor things. @throws forbidden, notFound, conflict */
  deleteAccount(ctx: Ctx, accountId: string, manage?: Manage): Promise<void>;
  /** Disables or enables an account. @throws forbidden, notFound */
  setState(ctx: Ctx, accountId: string, disabled: boolean, manage?: Manage): Promise<void>;
  /** Sets a password that the account's owner must change. @throws forbidden, notFound, validation */
  resetPassword(ctx: Ctx, accountId: string, password: string, manage?: Manage): Promise<void>;
  /**
   * Calls `listener` with an account's id after this node has committed a change that ends its sessions or changes
   * its rights. Other nodes get a notice on `voltloop_accounts`.
   */
  onChange(listener: (accountId: string) => void): void;
  /** Announces on this node that another module changed an account. */
  changed(accountId: string): void;
}

export function createAccounts(services: Services, mail: Mail): Accounts {
  const listeners: ((accountId: string) => void)[] = [];
  const core: Core = {
    services,
    mail,
    changed: (accountId) => {
      for (const listener of listeners) listener(accountId);
    },
  };
  return {
    createFirstAccount: (ctx, input) => createFirstAccount(core, ctx, input),
    checkSetupCode: (ctx, code) => checkSetupCode(core, ctx, code),
    setupCode: () => codeToShow(services.db, services.config.setupCode),
    createAccount: (ctx, input) => createAccount(core, ctx, input),
    acceptInvitation: (ctx, body, then) => acceptInvitation(core, ctx, body, then),
    moveAccount: (ctx, id, parentId) => moveAccount(core, ctx, id, parentId),
    deleteAccount: (ctx, id, manage) => deleteAccount(core, ctx, id, manage),
    async setState(ctx, id, disabled, manage) {
      await setUserState(core, ctx, id, disabled, manage);
    },
    resetPassword: (ctx, id, password, manage) => resetUserPassword(core, ctx, id, password, manage),
    onChange: (listener) => void listeners.push(listener),
    changed: core.changed,
    routes(http) {
      accountRoutes(http, core);
      userRoutes(http, core);
      if (services.config.legacyApi) legacyAccountRoutes(http, core);
    },
  };
}
