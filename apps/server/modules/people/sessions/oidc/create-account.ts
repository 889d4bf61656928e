import type { PublicCtx } from '../../../../platform/ctx.ts';
import type { Trx } from '../../../../platform/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { GroupMapping } from '../../../../settings/oidc.ts';
import {
  type AccountRow,
  accountByEmail,
  accountByUserName,
  addAccount,
  checkFields,
  NO_PASSWORD,
  ownAccount,
  userNameFor,
  userNamesLike,
} from '../../accounts/index.ts';
import type { Person } from './person.ts';
import { Refusal } from './refusal.ts';
import { lockRole } from './store.ts';

/** Creates the account that a person's groups are mapped to, without a password. @throws Refusal */
export async function createFor(
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
