import { randomBytes } from 'node:crypto';
import type * as contract from '@voltloop/contract';
import type { BodyOf, ReplyOf, SetUpLink } from '@voltloop/contract';
import { isTimeZone } from '@voltloop/domain/clock/time-zone.ts';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import { oneRow, type Trx } from '../../../platform/db.ts';
import { conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import type { Services } from '../../../platform/services.ts';
import { addAccount, checkFields, hashPassword, type NewAccount } from '../../people/accounts/index.ts';
import { insertPasswordCode } from '../../people/sessions/index.ts';
import { lockTenant, tenantSummary } from './store.ts';
import { writeLimits } from './tenant-settings.ts';

const SET_UP_LIFE_MS = 7 * 24 * 3_600_000;

type Parts = Pick<Services, 'db' | 'config'>;

/**
 * Creates a tenant with its main account. The account has no password until a person sets it through the link.
 * @throws validation, conflict (name, user name or e-mail address taken, in any tenant)
 */
export async function createTenant(
  { db, config }: Parts,
  ctx: PublicCtx,
  body: BodyOf<typeof contract.createTenant>,
): Promise<ReplyOf<typeof contract.createTenant>> {
  if (!isTimeZone(body.time_zone))
    throw fieldError('time_zone', 'validation.timeZone', 'Not a known time zone');
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  return db.transaction().execute(async (trx) => {
    await checkName(trx, body.name);
    const { id } = oneRow(
      await sql<{ id: string }>`
        insert into tenants (name, time_zone, created_at)
        values (${body.name}, ${body.time_zone}, ${ctx.now})
        returning id`.execute(trx),
    );
    await writeLimits(trx, id, body.limits);
    const account: NewAccount = {
      kind: 'main' as const,
      parentId: null,
      tenantId: id,
      timeZone: body.time_zone,
      userName: body.user_name,
      name: body.name,
      email: body.email,
      passwordHash,
    };
    checkFields(account);
    const main = await addAccount(trx, { ...ctx, caller: null }, account, passwordHash);
    await audit(trx, ctx, {
      action: 'tenant.create',
      objectType: 'tenant',
      objectId: id,
      tenantId: id,
      details: { name: body.name, main_account: main.userName, limits: body.limits },
    });
    const set_up = await newLink(trx, config.mailOrigin, main.id, body.email, ctx.now);
    return { tenant: await tenantSummary(trx, id), set_up };
  });
}

/** Names differ in more than case: the operator names a tenant by it. Older duplicates are left. */
async function checkName(trx: Trx, name: string): Promise<void> {
  await lockName(trx, 'tenants');
  const { rows: others } = await sql<{ name: string }>`select name from tenants`.execute(trx);
  const wanted = name.toLowerCase();
  if (others.some((other) => other.name.trim().toLowerCase() === wanted))
    throw conflictError('name', 'tenant.nameTaken', 'There is a tenant of this name');
}

/**
 * Creates another link for the first password. Refused once the main account has signed in, because the operator
 * could use the link.
 * @throws notFound, conflict
 */
export async function renewSetUp(
  { db, config }: Parts,
  ctx: PublicCtx,
  tenantId: string,
): Promise<SetUpLink> {
  return db.transaction().execute(async (trx) => {
    await lockTenant(trx, tenantId);
    const { rows } = await sql<{
      id: string;
      email: string | null;
      last_login_at: Date | null;
      password_changed_at: Date | null;
    }>`
      select id, email, last_login_at, password_changed_at from accounts
      where tenant_id = ${tenantId} and kind = 'main' and deleted_at is null`.execute(trx);
    const [main] = rows;
    if (!main) throw notFound();
    if (main.email === null || main.last_login_at !== null || main.password_changed_at !== null)
      throw conflictError('id', 'tenant.setUpDone', 'The main account has its password already');
    await audit(trx, ctx, {
      action: 'tenant.set_up_link',
      objectType: 'tenant',
      objectId: tenantId,
      tenantId,
    });
    return newLink(trx, config.mailOrigin, main.id, main.email, ctx.now);
  });
}

async function newLink(
  trx: Trx,
  origin: string | undefined,
  accountId: string,
  email: string,
  now: Date,
): Promise<SetUpLink> {
  const expires = new Date(now.getTime() + SET_UP_LIFE_MS);
  const code = await insertPasswordCode(trx, { accountId, email, now, expires });
  return { code, link: origin ? `${origin}/reset#${code}` : null, expires_at: expires.getTime() };
}
