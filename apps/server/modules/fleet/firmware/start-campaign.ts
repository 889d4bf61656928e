import { createHash } from 'node:crypto';
import {
  type Campaign,
  type CampaignBody,
  type CampaignPreview,
  type CommandAnswer,
  campaignBody,
  jobStates,
  type SkipReason,
  type UpgradeBody,
} from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, fieldError, notFound } from '../../../platform/errors.ts';
import type { ThingRow } from '../things/index.ts';
import type { Core } from './core.ts';
import { DEFAULT_DEVICE_MS, expectedEnd_ms, MAX_THINGS, planWaves, skipReason, WAIT_MS } from './rules.ts';
import { campaigns, insertCampaign, upgradeJobs } from './store-campaigns.ts';
import { typicalDuration_ms } from './store-jobs.ts';
import { lockPackage, type PackageRow, packageById, publishedPackage } from './store-packages.ts';
import { choicesByFilter, choicesByName, type ThingChoice } from './store-things.ts';

type Skipped = Partial<Record<SkipReason, number>>;

interface Plan {
  pkg: PackageRow;
  taken: ThingChoice[];
  skipped: Skipped;
}

/** Preview of a campaign. @throws as {@link startCampaign} */
export async function previewCampaign(core: Core, ctx: Ctx, body: CampaignBody): Promise<CampaignPreview> {
  const { pkg, taken, skipped } = await plan(core, ctx, body);
  const measured_ms = await typicalDuration_ms(core.services.db, ctx.caller, pkg.pkgtype);
  const device_ms = measured_ms ?? DEFAULT_DEVICE_MS;
  const waves = planWaves(taken.length, body.waves);
  return {
    things: taken.length,
    waves,
    skipped,
    expected_end:
      taken.length === 0
        ? null
        : expectedEnd_ms({
            waves,
            device_ms,
            window: body.window ?? null,
            zones: [...new Set(taken.map((t) => t.time_zone))],
            now_ms: ctx.now.getTime(),
          }),
    device_s: Math.round(device_ms / 1000),
    measured: measured_ms !== null,
    offline: taken.filter((t) => !t.online).length,
    low_soc: taken.filter((t) => t.online && (t.soc_pct ?? 0) < body.min_soc).length,
  };
}

/**
 * Starts a campaign over the things that the package fits: they are assigned to the waves at random, so that the first
 * wave is a sample of all.
 * @throws notFound for an invisible package or named thing; validation without things or when none is left
 */
export async function startCampaign(
  core: Core,
  ctx: Ctx,
  body: CampaignBody,
): Promise<Campaign & { skipped: Skipped }> {
  const { db } = core.services;
  const { pkg, taken, skipped } = await plan(core, ctx, body);
  if (taken.length === 0) throw nothingLeft(skipped);
  const id = await db.transaction().execute(async (trx) => {
    // Guards against a concurrent withdrawal.
    const held = await lockPackage(trx, ctx.caller.tenantId, pkg.id);
    if (held?.state !== 'published') throw notPublished();
    const sizes = planWaves(taken.length, body.waves);
    const made = await insertCampaign(trx, {
      tenantId: ctx.caller.tenantId,
      packageId: pkg.id,
      name: body.name || `${pkg.pkgtype} ${pkg.version}`,
      // Empty waves are removed: shares of the existing devices.
      shares: body.waves.slice(body.waves.length - sizes.length),
      sizes,
      maxFailed_pct: body.max_failed_pct,
      minSoc: body.min_soc,
      window: body.window ?? null,
      allowDowngrade: body.allow_downgrade,
      by: ctx.caller.accountId,
      now: ctx.now,
    });
    const waveOf = sizes.flatMap((size, i) => Array.from({ length: size }, () => i + 1));
    const deadline = new Date(ctx.now.getTime() + WAIT_MS);
    const jobs = shuffled(taken, made).map((t, i) => ({
      thing_id: t.id,
      pkgtype: pkg.pkgtype,
      wave: waveOf[i] ?? 1,
      from_version: t.installed,
    }));
    const inserted = await upgradeJobs.insert(trx, made, { now: ctx.now, deadline }, jobs);
    if (inserted === 0) throw nothingLeft({ ...skipped, busy: taken.length });
    // Another campaign may have taken some since the check.
    if (inserted < taken.length) skipped.busy = (skipped.busy ?? 0) + taken.length - inserted;
    await audit(trx, ctx, {
      action: 'upgrade.campaign.start',
      objectType: 'upgrade_campaign',
      objectId: made,
      details: {
        package: pkg.id,
        pkgtype: pkg.pkgtype,
        version: pkg.version,
        things: inserted,
        waves: sizes,
        skipped,
        min_soc: body.min_soc,
        max_failed_pct: body.max_failed_pct,
        window: body.window ?? null,
        allow_downgrade: body.allow_downgrade,
      },
    });
    return made;
  });
  return { ...(await campaigns.find(db, ctx.caller, id)), skipped };
}

/**
 * Upgrades a single device for the message call's `upgrade`; a refusal has its reason.
 * @throws validation beside the field that prevents it; conflict while another upgrade of the kind is pending
 */
export async function upgradeOne(
  core: Core,
  ctx: Ctx,
  thing: ThingRow,
  { params }: UpgradeBody,
): Promise<CommandAnswer> {
  const { db } = core.services;
  const pkg = await publishedPackage(db, ctx.caller, params.pkgtype, params.version);
  if (!pkg) {
    throw fieldError('params.version', 'firmware.noPackage', 'No such package is published');
  }
  if (params.sha256 && params.sha256.toLowerCase() !== pkg.sha256.toString('hex')) {
    throw fieldError('params.sha256', 'firmware.digest', 'Does not match the digest of this package');
  }
  const body = campaignBody.parse({
    package_id: pkg.id,
    name: `${thing.devid} ${pkg.version}`,
    things: [thing.id],
    waves: [100],
    ...(params.min_soc === undefined ? {} : { min_soc: params.min_soc }),
    ...(params.allow_downgrade === undefined ? {} : { allow_downgrade: params.allow_downgrade }),
  });
  const [choice] = await choicesByName(db, ctx.caller, pkg.pkgtype, [thing.id]);
  if (choice?.busy) throw new AppError('conflict', { message: 'Another upgrade of this kind waits or runs' });
  if (choice?.soc_pct != null && choice.soc_pct < body.min_soc) {
    const message = `The battery is at ${Math.floor(choice.soc_pct)} %, below ${body.min_soc} %`;
    throw fieldError('params.min_soc', 'firmware.lowSoc', message);
  }
  const started = await startCampaign(core, ctx, body);
  return {
    ok: true,
    values: {
      campaign: started.id,
      pkgtype: pkg.pkgtype,
      version: pkg.version,
      state: jobStates.waiting,
    },
    device_time: null,
    error: null,
  };
}

async function plan(core: Core, ctx: Ctx, body: CampaignBody): Promise<Plan> {
  const { db } = core.services;
  const { caller } = ctx;
  const pkg = await packageById(db, caller, body.package_id);
  if (!pkg) throw notFound();
  if (pkg.state !== 'published') throw notPublished();
  if (!body.things === !body.filter) {
    throw fieldError('things', 'firmware.nothing', 'Give either things or a filter');
  }
  const choices = body.things
    ? await choicesByName(db, caller, pkg.pkgtype, body.things)
    : await choicesByFilter(db, caller, pkg.pkgtype, body.filter ?? {});
  if (body.things && !allFound(body.things, choices)) throw notFound();
  if (choices.length > MAX_THINGS) {
    throw fieldError('filter', 'firmware.tooMany', `At most ${MAX_THINGS} devices in one campaign`);
  }
  const skipped: Skipped = {};
  const taken = choices.filter((thing) => {
    const reason = skipReason(thing, pkg, body.allow_downgrade) ?? (thing.busy ? 'busy' : null);
    if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1;
    return reason === null;
  });
  return { pkg, taken, skipped };
}

function allFound(names: readonly string[], found: readonly ThingChoice[]): boolean {
  const known = new Set(found.flatMap((t) => [t.id, t.devid]));
  return names.every((name) => known.has(name) || known.has(name.toLowerCase()));
}

/** A stable pseudo-random order, unrelated to names or places. */
function shuffled(things: readonly ThingChoice[], campaignId: string): ThingChoice[] {
  const place = new Map(
    things.map((t) => [t.id, createHash('md5').update(campaignId).update(t.id).digest('hex')]),
  );
  return things.toSorted((a, b) => ((place.get(a.id) ?? '') < (place.get(b.id) ?? '') ? -1 : 1));
}

const notPublished = () => fieldError('package_id', 'firmware.notPublished', 'This package is not published');

function nothingLeft(skipped: Skipped): AppError {
  const message = `No device is left to upgrade (${
    Object.entries(skipped)
      .map(([reason, n]) => `${reason}: ${n}`)
      .join(', ') || 'none matches'
  })`;
  return fieldError('things', 'firmware.nothingLeft', message);
}
