import type { AccountKind, FirstStepsState } from '@voltloop/contract';
import { type FieldError, kindRules, mayBeBelow } from '@voltloop/contract';
import { isTimeZone } from '@voltloop/domain/clock/time-zone.ts';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, fieldError, forbidden, notFound } from '../../../platform/errors.ts';
import { checkTenantLimit } from '../../../platform/tenant-limit.ts';
import type { Core } from './core.ts';
import { hashPassword } from './password.ts';
import { mayManageAccounts, passwordProblem, userNameProblem } from './rules.ts';
import {
  type AccountRow,
  accountById,
  hasMainAccount,
  insertAccount,
  lockAccountTree,
  mainAccount,
  tenantExists,
} from './store.ts';
import { loadAccount } from './visibility.ts';

/** Input of a new account. The password is in clear text, or hashed when many accounts share one. */
export interface NewAccount {
  kind: AccountKind;
  /** The account above; null, for the system only, creates the main account of `tenantId`. */
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
  /**
   * A role of the tenant, for staff; the caller's right to assign it was checked. Without a role they have no rights.
   */
  roleId?: number;
  mustChangePassword?: boolean;
  /** Not set for accounts of the demo. */
  firstSteps?: FirstStepsState;
}

/**
 * Creates an account below another. A context without caller is the system itself (set-up, seed), which may also
 * create the main account of a tenant without one.
 * @throws forbidden, notFound (parent outside the subtree), validation, conflict (name or e-mail taken)
 */
export async function createAccount(core: Core, ctx: PublicCtx, input: NewAccount): Promise<AccountRow> {
  if (ctx.caller && !mayManageAccounts(ctx.caller.roleId)) throw forbidden();
  checkFields(input);
  const passwordHash = input.passwordHash ?? (await hashPassword(input.password ?? ''));
  return core.services.db.transaction().execute((trx) => addAccount(trx, ctx, input, passwordHash));
}

/** The transactional part of {@link createAccount}: tree, uniqueness, insert, audit. */
export async function addAccount(
  trx: Trx,
  ctx: PublicCtx,
  input: NewAccount,
  passwordHash: string,
): Promise<AccountRow> {
  const tenantId = await tenantOf(trx, ctx, input);
  await lockAccountTree(trx, tenantId, 'shared');
  const parent = await parentOf(trx, ctx, input);
  if (parent === null) {
    if (input.kind !== 'main')
      throw fieldError('parent_id', 'account.parent', 'An account needs one above it');
    if (await hasMainAccount(trx, tenantId)) throw new AppError('conflict');
  } else if (!mayBeBelow(input.kind, parent.kind)) {
    throw fieldError('kind', 'account.kind', 'An account of this kind cannot be below the chosen one');
  }
  await checkTenantLimit(trx, tenantId, 'accounts', { more: 1, path: 'user_name' });
  const account = await insertAccount(trx, {
    tenantId,
    parent,
    kind: input.kind,
    ...kindRules[input.kind],
    ...(input.kind === 'staff' && input.roleId !== undefined ? { roleId: input.roleId } : {}),
    userName: input.userName,
    email: input.email || null,
    name: input.name,
    passwordHash,
    mobile: input.mobile ?? null,
    company: input.company ?? null,
    country: input.country ?? null,
    city: input.city ?? null,
    address: input.address ?? null,
    description: input.description ?? null,
    timeZone: input.timeZone ?? null,
    mustChangePassword: input.mustChangePassword ?? false,
    firstSteps: input.firstSteps ?? 'open',
    now: ctx.now,
  }).catch((e: unknown) => {
    throw taken(e) ?? e;
  });
  await audit(trx, ctx, {
    action: 'account.create',
    objectType: 'account',
    objectId: account.id,
    // Without a signed-in caller: an invited person, a set-up.
    tenantId: account.tenantId,
    details: { kind: account.kind, user_name: account.userName, parent_id: account.parentId },
  });
  return account;
}

/** All checks that need only the input, reported together. */
export function checkFields(input: NewAccount): void {
  const problems: (FieldError | null)[] = [userNameProblem(input.userName)];
  if (input.password !== undefined || input.passwordHash === undefined) {
    problems.push(passwordProblem(input.password ?? '', input));
  }
  const length = [...input.name.trim()].length;
  if (length < 1 || length > 50) {
    problems.push({ path: 'name', key: 'account.name', message: 'A name of 1 to 50 characters' });
  }
  if (input.address && [...input.address].length > 200) {
    problems.push({ path: 'address', key: 'account.address', message: 'At most 200 characters' });
  }
  if (input.timeZone && !isTimeZone(input.timeZone)) {
    problems.push({ path: 'time_zone', key: 'validation.timeZone', message: 'Not a known time zone' });
  }
  const fields = problems.filter((p) => p !== null);
  if (fields.length > 0) throw new AppError('validation', { message: fields[0]?.message, fields });
}

async function tenantOf(trx: Trx, ctx: PublicCtx, input: NewAccount): Promise<string> {
  if (ctx.caller) return ctx.caller.tenantId;
  if (input.parentId !== null) {
    const parent = await accountById(trx, input.parentId);
    if (!parent) throw notFound();
    return parent.tenantId;
  }
  if (!input.tenantId || !(await tenantExists(trx, input.tenantId))) throw notFound();
  return input.tenantId;
}

/** Read again once the tree is locked: its path may have changed since. */
async function parentOf(trx: Trx, ctx: PublicCtx, input: NewAccount): Promise<AccountRow | null> {
  // Staff are directly below the main account, even if staff create them; staff have no subtree.
  if (ctx.caller && input.kind === 'staff' && input.parentId === null)
    return mainAccount(trx, ctx.caller.tenantId);
  if (ctx.caller) return loadAccount(trx, ctx.caller, input.parentId ?? 'self');
  if (input.parentId === null) return null;
  const parent = await accountById(trx, input.parentId);
  if (!parent) throw notFound();
  return parent;
}

/** The field whose value another account has, as a conflict at that field. */
export function taken(error: unknown): AppError | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23505') return null;
  const field =
    constraint === 'accounts_email'
      ? { path: 'email', key: 'account.emailTaken', message: 'This e-mail address is in use' }
      : { path: 'user_name', key: 'account.userNameTaken', message: 'This user name is in use' };
  return new AppError('conflict', { message: field.message, fields: [field], cause: error });
}
