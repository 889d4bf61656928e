import { afterCampaignStep, type Campaign, type UpgradeJob } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { publishJob } from './publish-job.ts';
import { WAIT_MS } from './rules.ts';
import { campaignById, lockCampaign, setCampaignState } from './store-campaigns.ts';
import {
  cancelSent,
  cancelWaiting,
  lockJob,
  lockRetries,
  moveJob,
  requestCancel,
  requeue,
  shownJob,
} from './store-jobs.ts';

/**
 * Pauses, resumes or cancels a campaign. Paused: nothing new is sent, jobs in progress continue. Cancelled: waiting jobs
 * end immediately and devices are asked to stop downloading.
 * @throws notFound; transition
 */
export async function moveCampaign(
  core: Core,
  ctx: Ctx,
  id: string,
  step: 'pause' | 'resume' | 'cancel',
): Promise<Campaign> {
  const { db } = core.services;
  await db.transaction().execute(async (trx) => {
    const campaign = await lockCampaign(trx, id, { caller: ctx.caller });
    if (!campaign) throw notFound();
    const to = afterCampaignStep(campaign.state, step);
    if (!to) throw new AppError('transition');
    await setCampaignState(trx, id, to, ctx.now, { restartFailureCount: campaign.state === 'stopped' });
    const details: Record<string, unknown> = { from: campaign.state };
    if (step === 'cancel') {
      details.waiting = await cancelWaiting(trx, [id], null, ctx.now);
      details.asked = await cancelSent(trx, [id], ctx.caller.accountId, ctx.now);
    }
    await audit(trx, ctx, {
      action: `upgrade.campaign.${step}`,
      objectType: 'upgrade_campaign',
      objectId: id,
      details,
    });
  });
  const moved = await campaignById(db, ctx.caller, id);
  if (!moved) throw notFound();
  return moved;
}

/**
 * Retries jobs, each as a new attempt: the named ones, or all that failed or timed out. A device with another unfinished
 * upgrade of the kind is skipped.
 * @throws notFound; transition when the campaign is cancelled
 */
export async function retryJobs(
  core: Core,
  ctx: Ctx,
  id: string,
  jobs: readonly string[] | undefined,
): Promise<{ retried: number }> {
  return core.services.db.transaction().execute(async (trx) => {
    const campaign = await lockCampaign(trx, id, { caller: ctx.caller });
    if (!campaign) throw notFound();
    if (campaign.state === 'cancelled') throw new AppError('transition');
    const found = await lockRetries(trx, id, jobs ?? null);
    if (found.length === 0) return { retried: 0 };
    const deadline = new Date(ctx.now.getTime() + WAIT_MS);
    await requeue(
      trx,
      found.map((j) => j.id),
      { now: ctx.now, next: ctx.now, deadline },
      { error: null },
    );
    const again = afterCampaignStep(campaign.state, 'retry');
    if (again) await setCampaignState(trx, id, again, ctx.now);
    await audit(trx, ctx, {
      action: 'upgrade.campaign.retry',
      objectType: 'upgrade_campaign',
      objectId: id,
      details: { jobs: found.map((j) => j.id) },
    });
    return { retried: found.length };
  });
}

/**
 * Cancels a job. A waiting job ends here; a sent or downloading one ends when its device confirms or stays silent, and
 * its file is not served any more. A device that is installing is not stopped.
 * @throws notFound; transition
 */
export async function cancelJob(core: Core, ctx: Ctx, id: string): Promise<UpgradeJob> {
  const { services } = core;
  const sentJob = await services.db.transaction().execute(async (trx) => {
    const job = await lockJob(trx, ctx.caller, id);
    if (!job) throw notFound();
    if (job.state > 3) throw new AppError('transition');
    if (job.state === 1) {
      await moveJob(trx, id, {
        state: 8,
        progress: 0,
        error: null,
        deadline: ctx.now,
        next: ctx.now,
        now: ctx.now,
      });
    } else await requestCancel(trx, [id], ctx.caller.accountId, ctx.now);
    await audit(trx, ctx, {
      action: 'upgrade.job.cancel',
      objectType: 'thing',
      objectId: job.thing_id,
      details: { job: id, campaign: job.campaign_id, devid: job.devid, state: job.state },
    });
    return job.state === 1 ? null : { ...job, cancel_asked_at: ctx.now };
  });
  if (sentJob) await publishJob(services, sentJob);
  const shown = await shownJob(services.db, ctx.caller, id, ctx.now);
  if (!shown) throw notFound();
  return shown;
}
