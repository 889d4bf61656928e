import { avatarAddress, type LoginData, roleRenonOfLevel, type Self } from '@voltloop/contract';
import type pg from 'pg';
import type { Db, Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Profile, profile, profileOfCaller } from './store-self.ts';

type ProfileData = Omit<LoginData, 'token' | 'expires_in'>;

/** An account with one of its sessions. */
interface Signed {
  accountId: string;
  sessionId: string;
}

/** `last_login_*` describe the sign-in before this session, so that a person notices one by someone else. */
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
    // The portal's roles have none (interpretation B37); the main account has every right without a list.
    permissionList: p.menus,
    first_steps: p.first_steps,
    avatar: p.avatar_id && avatarAddress(p.id, p.avatar_id),
  };
}

function selfOf(p: Profile): Self {
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

/** The account in the reply of a sign-in or refresh. @throws unauthorized when it is deleted or disabled */
export async function readProfile(db: Db | Trx, signed: Signed): Promise<ProfileData> {
  return profileData(found(await profile(db, signed.accountId, signed.sessionId)));
}

/** The signed-in account in its current state. @throws unauthorized when it is deleted or disabled */
export async function readSelf(db: Db | Trx, signed: Signed): Promise<Self> {
  return selfOf(found(await profile(db, signed.accountId, signed.sessionId)));
}

/** {@link readSelf}, for calls that do nothing else. */
export async function readSelfOfCaller(pool: pg.Pool, caller: Signed): Promise<Self> {
  return selfOf(found(await profileOfCaller(pool, caller)));
}

function found(p: Profile | undefined): Profile {
  if (!p) throw new AppError('unauthorized');
  return p;
}
