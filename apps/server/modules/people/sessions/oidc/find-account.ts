import { audit } from '../../../../platform/audit.ts';
import type { PublicCtx } from '../../../../platform/ctx.ts';
import type { Trx } from '../../../../platform/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { lockName } from '../../../../platform/lock-name.ts';
import { notify } from '../../../../platform/notices.ts';
import type { GroupMapping, MappedKind, OidcSettings } from '../../../../settings/oidc.ts';
import {
  type AccountRow,
  accountByEmail,
  accountById,
  accountByUserName,
  addAccount,
  checkFields,
  dropLoginCodes,
  endSessions,
  NO_PASSWORD,
  ownAccount,
  removePassword,
  userNameFor,
  userNamesLike,
} from '../../accounts/index.ts';
import type { Core } from '../core.ts';
import { protection } from '../store-factors.ts';
import { oidcOf } from './core.ts';
import { informOwner } from './inform-owner.ts';
import { mappingOf, type Person } from './person.ts';
import { Refusal } from './refusal.ts';
import { assignRole, deleteIdentity, identityOf, insertIdentity, lockRole, noteUse } from './store.ts';

/** The account of a person, and its sessions that were ended in the process. */
export interface Found {
  account: AccountRow;
  ended: string[];
}

/**
 * The account that a person of the provider signs in to: the linked one, else one with their verified address, else a
 * new one for their groups, as far as the settings allow.
 * @throws Refusal
 */
export async function findAccount(core: Core, trx: Trx, ctx: PublicCtx, person: Person): Promise<Found> {
  const { settings } = oidcOf(core);
  const { issuer } = settings;
  // Serialises concurrent first sign-ins of one person.
  await lockName(trx, `oidc ${issuer} ${person.subject}`);
  const found =
    (await linked(trx, ctx, settings, person)) ??
    (await byEmail(core, trx, ctx, person)) ??
    (await byGroups(trx, ctx, settings, person));
  await noteUse(trx, { issuer, subject: person.subject, label: labelOf(person), now: ctx.now });
  return found;
}

/** How the owner of an account recognises the person. */
export const labelOf = (person: Person): string | null => person.email ?? person.userName ?? person.name;

async function linked(
  trx: Trx,
  ctx: PublicCtx,
  settings: OidcSettings,
  person: Person,
): Promise<Found | null> {
  const identity = await identityOf(trx, settings.issuer, person.subject);
  if (!identity) return null;
  const account = await accountById(trx, identity.accountId);
  if (!account) {
    // Deleted by a node of a version without links.
    await deleteIdentity(trx, settings.issuer, identity.accountId);
    return null;
  }
  await checkEnabled(trx, account);
  // Accounts that existed before the link keep the role that superiors assigned.
  if (identity.origin !== 'groups') return { account, ended: [] };
  const mapping = mappingOf(settings.groups, person.groups, account.kind as MappedKind);
  if (!mapping) throw new Refusal('unmapped', account);
  if (mapping.role === null) return { account, ended: [] };
  const roleId = await lockRole(trx, account.tenantId, mapping.role);
  if (roleId === null) throw new Refusal('misconfigured', account);
  if (roleId === account.roleId) return { account, ended: [] };
  await assignRole(trx, account.id, roleId, ctx.now);
  await notify(trx, 'voltloop_accounts', `account:${account.id}`);
  await audit(trx, ctx, {
    action: 'account.update',
    objectType: 'account',
    objectId: account.id,
    details: {
      user_name: account.userName,
      fields: ['role_id'],
      role: { from: account.roleId, to: roleId },
      group: mapping.group,
    },
    actor: { ...account, accountId: account.id },
  });
  return { account: { ...account, roleId }, ended: [] };
}

/**
 * The address of an account is not verified: the creator of the account may have entered that of another person.
 * So the account passes to the person of the provider: its password, sessions and API tokens become invalid.
 */
async function byEmail(core: Core, trx: Trx, ctx: PublicCtx, person: Person): Promise<Found | null> {
  const { settings } = oidcOf(core);
  if (!settings.linkByEmail || person.email === null) return null;
  const account = await accountByEmail(trx, person.email);
  if (!account) return null;
  if (account.kind === 'main') throw new Refusal('mainAccount', account);
  await checkEnabled(trx, account);
  if ((await protection(trx, account.id)).since !== null) throw new Refusal('ownFactor', account);
  await link(trx, ctx, settings, { account, person, origin: 'email' });
  await removePassword(trx, account.id, ctx.now);
  const ended = await endSessions(trx, { accountId: account.id, reason: 'revoked', now: ctx.now });
  await dropLoginCodes(trx, account.id);
  await notify(trx, 'voltloop_accounts', `account:${account.id}`);
  await informOwner(core, trx, { account, handedOver: true, now: ctx.now });
  return { account, ended };
}

/** Creates the account that a person's groups are mapped to, without a password. @throws Refusal */
async function createFor(
  trx: Trx,
  ctx: PublicCtx,
  mapping: GroupMapping,
  person: Person,
): Promise<AccountRow> {
  if (person.email !== null && (await accountByEmail(trx, person.email))) throw new Refusal('emailTaken');
  const parent = await accountByUserName(trx, mapping.parent);
  if (!parent) throw misconfigured(mapping, 'no account has the user name in "parent"');
  if (!(await ownAccount(trx, parent.id))) throw new Refusal('disabled');
  const roleId = mapping.role === null ? null : await lockRole(trx, parent.tenantId, mapping.role);
  if (mapping.role !== null && roleId === null) throw misconfigured(mapping, 'there is no such role');
  const userName = await freeUserName(trx, person);
  const input = {
    kind: mapping.kind,
    parentId: parent.id,
    userName,
    name: person.name ?? userName,
    email: person.email,
    passwordHash: NO_PASSWORD,
    ...(roleId === null ? {} : { roleId }),
  };
  try {
    checkFields(input);
    return await addAccount(trx, { ...ctx, caller: null }, input, NO_PASSWORD);
  } catch (error) {
    if (error instanceof AppError && error.codeName === 'validation')
      throw misconfigured(mapping, error.message);
    throw error;
  }
}

const misconfigured = ({ group }: GroupMapping, why: string) =>
  new Refusal('misconfigured', null, new Error(`OIDC_GROUPS, group ${group}: ${why}`));

async function freeUserName(trx: Trx, { userName, email, name }: Person): Promise<string> {
  const local = (text: string | null) => text?.split('@')[0] ?? '';
  const from = [local(userName), local(email), name ?? ''].find((text) => /[A-Za-z]/.test(text)) ?? '';
  const first = userNameFor(from, from, new Set());
  return userNameFor(from, from, await userNamesLike(trx, first.slice(0, 6)));
}

async function byGroups(trx: Trx, ctx: PublicCtx, settings: OidcSettings, person: Person): Promise<Found> {
  if (settings.groups.length === 0) throw new Refusal('noAccount');
  const mapping = mappingOf(settings.groups, person.groups);
  if (!mapping) throw new Refusal('unmapped');
  if (!settings.createAccounts) throw new Refusal('noAccount');
  const account = await createFor(trx, ctx, mapping, person);
  await link(trx, ctx, settings, { account, person, origin: 'groups' });
  return { account, ended: [] };
}

/** Links a person with an account and writes the audit row. @throws Refusal where either is linked already */
export async function link(
  trx: Trx,
  ctx: PublicCtx,
  { issuer }: OidcSettings,
  of: { account: AccountRow; person: Person; origin: 'self' | 'email' | 'groups' },
): Promise<void> {
  const { account, person, origin } = of;
  const values = { issuer, subject: person.subject, accountId: account.id, origin, label: labelOf(person) };
  if (!(await insertIdentity(trx, { ...values, now: ctx.now }))) throw new Refusal('alreadyLinked', account);
  await audit(trx, ctx, {
    action: 'account.identity.link',
    objectType: 'account',
    objectId: account.id,
    details: { issuer, subject: person.subject, origin },
    actor: { ...account, accountId: account.id },
  });
}

async function checkEnabled(trx: Trx, account: AccountRow): Promise<void> {
  if (!(await ownAccount(trx, account.id))) throw new Refusal('disabled', account);
}
