import type * as contract from '@voltloop/contract';
import type { BodyOf, ReplyOf, ReportingConfig } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { endpointProblem } from '../../../platform/outbound/endpoint.ts';
import { moveToConfigInEffect } from './claim-attempts.ts';
import type { Core } from './core.ts';

type Fields = Omit<BodyOf<typeof contract.insertReportingConfigs>, 'types' | 'enterpriseId'>;

/** Configurations of the tenant, without their secrets: in effect first, then new ones, then void ones. */
export async function findConfigs({ services: { db } }: Core, { caller }: Ctx): Promise<ReportingConfig[]> {
  const { rows } = await sql<ReportingConfig>`
    select c.id, c.version, c.type, c.enterprise_id as "enterpriseId", e.name as enterprise, c.channel, c.endpoint,
        c.platform_code as "platformCode", c.key_id as "keyId", c.secret is not null as "hasSecret", c.status,
        (extract(epoch from c.update_time) * 1000)::float8 as "updateTime", c.failures,
        (extract(epoch from c.open_until) * 1000)::float8 as "openUntil",
        (select count(*)::int from report_attempts t where t.config_id = c.id and t.state = 'waiting') as waiting
      from reporting_configs c join enterprises e on e.id = c.enterprise_id
      where c.tenant_id = ${caller.tenantId}
      order by c.status = 3, ${inNameOrder(sql`e.name`)}, c.type, c.status desc, c.update_time desc limit 1000`.execute(
    db,
  );
  return rows;
}

/** @throws validation for an invalid enterprise or endpoint */
export async function insertConfigs(
  core: Core,
  ctx: Ctx,
  { types, enterpriseId, ...fields }: BodyOf<typeof contract.insertReportingConfigs>,
): Promise<ReplyOf<typeof contract.insertReportingConfigs>> {
  checkFields(core, fields, false);
  const { tenantId, accountId } = ctx.caller;
  const { channel, endpoint = null, platformCode, keyId = null, secret } = fields;
  return core.services.db.transaction().execute(async (trx) => {
    const { rows } = await sql`select 1 from enterprises
      where id = ${enterpriseId} and tenant_id = ${tenantId} and deleted_at is null for key share`.execute(
      trx,
    );
    if (rows.length === 0)
      throw fieldError('enterpriseId', 'resource.unknownReference', 'There is no such enterprise');
    const ids: string[] = [];
    for (const type of [...new Set(types)].sort((a, b) => a - b)) {
      const id = crypto.randomUUID();
      await sql`insert into reporting_configs (id, tenant_id, create_time, create_user, update_time, type, enterprise_id,
          channel, endpoint, platform_code, key_id, secret)
        values (${id}, ${tenantId}, ${ctx.now}, ${accountId}, ${ctx.now}, ${type}, ${enterpriseId}, ${channel},
          ${endpoint}, ${platformCode}, ${keyId}, ${await sealed(core, id, secret)})`.execute(trx);
      await note(trx, ctx, 'insert', id, { type, enterpriseId, channel, endpoint, platformCode, keyId });
      ids.push(id);
    }
    return { ids };
  });
}

/** @throws notFound, conflict once it is or was in effect, or was changed concurrently */
export async function updateConfig(
  core: Core,
  ctx: Ctx,
  { id, version, ...fields }: BodyOf<typeof contract.updateReportingConfig>,
): Promise<ReplyOf<typeof contract.updateReportingConfig>> {
  return core.services.db.transaction().execute(async (trx) => {
    const [config] = await lockConfigs(trx, ctx, [id]);
    if (!config) throw notFound();
    if (config.status !== 1)
      throw conflictError(
        'id',
        'reporting.configFixed',
        'Only a configuration that is not in effect can be changed',
      );
    if (config.version !== version)
      throw new AppError('conflict', { message: 'Another person has changed it' });
    checkFields(core, fields, config.hasSecret);
    const { channel, endpoint = null, platformCode, keyId = null, secret } = fields;
    await sql`update reporting_configs set channel = ${channel}, endpoint = ${endpoint}, platform_code = ${platformCode},
        key_id = ${keyId}, secret = coalesce(${await sealed(core, id, secret)}, secret), version = version + 1,
        update_time = ${ctx.now} where id = ${id}`.execute(trx);
    await note(trx, ctx, 'update', id, {
      channel,
      endpoint,
      platformCode,
      keyId,
      secret: secret !== undefined,
    });
    return { version: version + 1 };
  });
}

/**
 * Puts configurations into effect or voids them. One that comes into effect voids the former one of its type and
 * enterprise; attempts that were not sent move to the new one.
 * @throws notFound, validation for an incomplete one, transition
 */
export async function stepConfigs(
  core: Core,
  ctx: Ctx,
  { ids, step }: BodyOf<typeof contract.stepReportingConfigs>,
): Promise<ReplyOf<typeof contract.stepReportingConfigs>> {
  const changed = await core.services.db.transaction().execute(async (trx) => {
    // One change of configurations at a time in a tenant: otherwise two could come into effect together.
    await lockName(trx, `reporting_configs${ctx.caller.tenantId}`);
    const configs = await lockConfigs(trx, ctx, ids);
    if (configs.length < new Set(ids).size) throw notFound();
    for (const config of configs) {
      if (config.status === 3 || (step === 'activate' && config.status === 2))
        throw new AppError('transition', { message: 'This configuration is in effect or void already' });
      if (step === 'activate') {
        if (config.channel === 'http' && !(config.endpoint && config.keyId && config.hasSecret))
          throw fieldError('ids', 'reporting.configIncomplete', 'Address, key or secret is missing');
        await sql`with former as (
            update reporting_configs set status = 3, version = version + 1, update_time = ${ctx.now}
              where tenant_id = ${ctx.caller.tenantId} and type = ${config.type} and enterprise_id = ${config.enterpriseId}
                and status = 2 returning id
          ) select id from former`.execute(trx);
      }
      await sql`update reporting_configs set status = ${step === 'activate' ? 2 : 3}, version = version + 1,
          update_time = ${ctx.now} where id = ${config.id}`.execute(trx);
      await note(trx, ctx, step, config.id, { type: config.type, enterpriseId: config.enterpriseId });
    }
    await moveToConfigInEffect(trx, ctx.now);
    return configs.length;
  });
  core.wake();
  return { changed };
}

/** Changes address and secret of the configurations in effect with a key, after their platform moved. */
export async function readdressConfigs(
  core: Core,
  ctx: Ctx,
  { keyId, endpoint, secret }: { keyId: string; endpoint: string; secret: string },
): Promise<void> {
  await core.services.db.transaction().execute(async (trx) => {
    await lockName(trx, `reporting_configs${ctx.caller.tenantId}`);
    const { rows } = await sql<{ id: string }>`select id from reporting_configs
      where tenant_id = ${ctx.caller.tenantId} and status = 2 and key_id = ${keyId} and endpoint is distinct from ${endpoint}
      order by id for update`.execute(trx);
    if (rows.length === 0) return;
    const box = await core.box();
    const moved = rows.map(({ id }) => ({
      id,
      secret: `\\x${box.seal(Buffer.from(secret), id).toString('hex')}`,
    }));
    await sql`update reporting_configs c set endpoint = ${endpoint}, secret = f.secret, version = version + 1,
        update_time = ${ctx.now}
      from json_to_recordset(${JSON.stringify(moved)}::json) as f(id uuid, secret bytea) where c.id = f.id`.execute(
      trx,
    );
    await audit(trx, ctx, {
      action: 'reportingConfig.readdress',
      objectType: 'reportingConfig',
      details: { keyId, endpoint, configs: rows.length },
    });
  });
  core.wake();
}

interface Locked {
  id: string;
  type: number;
  enterpriseId: string;
  channel: string;
  endpoint: string | null;
  keyId: string | null;
  hasSecret: boolean;
  status: number;
  version: number;
}

async function lockConfigs(trx: Trx, { caller }: Ctx, ids: readonly string[]): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select id, type, enterprise_id as "enterpriseId", channel, endpoint, key_id as "keyId", secret is not null as "hasSecret",
        status, version
      from reporting_configs where tenant_id = ${caller.tenantId} and id = any(${[...ids]}::uuid[])
      order by id for update`.execute(trx);
  return rows;
}

function checkFields(core: Core, { channel, endpoint, keyId, secret }: Fields, hasSecret: boolean): void {
  if (channel === 'file') return;
  if (!endpoint) throw fieldError('endpoint', 'resource.required', 'Required');
  const problem = endpointProblem(endpoint, core.services.config.reportingHosts);
  if (problem !== null)
    throw fieldError('endpoint', `reporting.endpoint.${problem}`, 'Nothing can be sent to this address');
  if (!keyId) throw fieldError('keyId', 'resource.required', 'Required');
  if (!secret && !hasSecret) throw fieldError('secret', 'resource.required', 'Required');
}

const sealed = async ({ box }: Core, id: string, secret: string | undefined) =>
  secret === undefined ? null : (await box()).seal(Buffer.from(secret), id);

/** The audit row of a change; never with the secret. */
const note = (trx: Trx, ctx: Ctx, what: string, id: string, details: Record<string, unknown>) =>
  audit(trx, ctx, {
    action: `reportingConfig.${what}`,
    objectType: 'reportingConfig',
    objectId: id,
    details,
  });
