import { type LoginData, roleRenonOfLevel, type Self } from '@voltloop/contract';
import type { Db, Trx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { type Profile, type ProfileData, profile } from './store.ts';
import { TOKEN_LIFE_S } from './token.ts';

/** `last_login_*` tell of the sign-in before this session, so that a person notices one that was not theirs. */
function profileData(p: Profile): ProfileData {
  return {
    id: p.id,
    user_id: p.id,
    tenant_id: p.tenant_id,
    parent_id: p.parent_id,
    user_name: p.user_name,
    parent_name: p.parent_name,
    level: p.level,
    roleIds: [p.role_id],
    // Staff share level 1 with the main account, but are not the agent level that roleRenon 0 means.
    roleRenon: p.kind === 'staff' ? 1 : roleRenonOfLevel(p.level),
    last_login_ip: p.previous_ip,
    last_login_time: p.previous_at?.getTime() ?? null,
    must_change_password: p.must_change_password,
    kind: p.kind,
    name: p.name,
    language: p.language,
    role_name: p.role_name,
    // The portal's roles have none (decisions B37); the main account has every right without a list.
    permissionList: p.menus,
  };
}

/** The reply of a sign-in or refresh. @throws unauthorized when the account is gone or disabled */
export async function loginData(
  db: Db | Trx,
  session: { accountId: string; sessionId: string; token: string },
): Promise<LoginData> {
  const p = await profile(db, session.accountId, session.sessionId);
  if (!p) throw new AppError('unauthorized');
  return { ...profileData(p), token: session.token, expires_in: TOKEN_LIFE_S };
}

/** The signed-in account as the server knows it. @throws unauthorized when there is none */
export function selfData(p: Profile | undefined): Self {
  if (!p) throw new AppError('unauthorized');
  return {
    ...profileData(p),
    role_ids: [p.role_id],
    email: p.email,
    mobile: p.mobile,
    company: p.company,
    country: p.country,
    city: p.city,
    address: p.address,
    description: p.description,
    time_zone: p.time_zone,
  };
}
