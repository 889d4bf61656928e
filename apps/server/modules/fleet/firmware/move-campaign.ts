import {
  afterCampaignStep,
  afterJobStep,
  type Campaign,
  jobStateName,
  jobStates,
  type UpgradeJob,
} from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { endJob } from './end-job.ts';
import { publishJob } from './publish-job.ts';
import { WAIT_MS } from './rules.ts';
import { campaigns, lockCampaign, setCampaignState, upgradeJobs } from './store-campaigns.ts';
import { cancelSent, lockJob, lockRetries, requestCancel, shownJob } from './store-jobs.ts';

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
  const action = `upgrade.campaign.${step}`;
  return campaigns.change(core.services.db, ctx, { id, action }, async (trx) => {
    const campaign = await lockCampaign(trx, id);
    const to = campaign && afterCampaignStep(campaign.state, step);
    if (!to) throw new AppError('transition');
    await setCampaignState(trx, id, to, ctx.now, { restartFailureCount: campaign.state === 'stopped' });
    if (step !== 'cancel') return { from: campaign.state };
    const waiting = await upgradeJobs.cancelUnsent(trx, [id], ctx.now, { error: null });
    const asked = await cancelSent(trx, [id], ctx.caller.accountId, ctx.now);
    return { from: campaign.state, waiting, asked };
  });
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
  const { db } = core.services;
  await campaigns.find(db, ctx.caller, id);
  return db.transaction().execute(async (trx) => {
    const campaign = await lockCampaign(trx, id);
    if (!campaign || campaign.state === 'cancelled') throw new AppError('transition');
    const found = await lockRetries(trx, id, jobs);
    if (found.length === 0) return { retried: 0 };
    const deadline = new Date(ctx.now.getTime() + WAIT_MS);
    await upgradeJobs.requeue(trx, found, { now: ctx.now, next: ctx.now, deadline });
    const again = afterCampaignStep(campaign.state, 'retry');
    if (again) await setCampaignState(trx, id, again, ctx.now);
    await audit(trx, ctx, {
      action: 'upgrade.campaign.retry',
      objectType: 'upgrade_campaign',
      objectId: id,
      details: { jobs: found },
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
    if (!afterJobStep(jobStateName(job.state), 'cancel')) throw new AppError('transition');
    if (job.state === jobStates.waiting) await endJob(trx, job, { step: 'cancel', error: null }, ctx.now);
    else await requestCancel(trx, id, ctx.caller.accountId, ctx.now);
    await audit(trx, ctx, {
      action: 'upgrade.job.cancel',
      objectType: 'thing',
      objectId: job.thing_id,
      details: { job: id, campaign: job.campaign_id, devid: job.devid, state: job.state },
    });
    return job.state === jobStates.waiting ? null : { ...job, cancel_asked_at: ctx.now };
  });
  if (sentJob) await publishJob(services, sentJob);
  const shown = await shownJob(services.db, ctx.caller, id, ctx.now);
  if (!shown) throw notFound();
  return shown;
}
