import { afterCampaignStep, jobStates } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Trx } from '../../../platform/db.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import type { Core } from './core.ts';
import { endJob } from './end-job.ts';
import { publishJob } from './publish-job.ts';
import {
  CANCEL_WAIT_MS,
  deadlineUnderWay_ms,
  decideCampaign,
  decideStart,
  MAX_CONCURRENT_JOBS,
  RESEND_MS,
} from './rules.ts';
import {
  campaignProgress,
  dueCampaigns,
  type LockedCampaign,
  lockCampaign,
  setCampaignState,
  setEvaluated,
  setWave,
} from './store-campaigns.ts';
import {
  claimResends,
  countUnderWay,
  type JobRow,
  lockCandidates,
  lockOverdue,
  markSent,
  overdueJobs,
  setNext,
  startFacts,
} from './store-jobs.ts';

/** Limit of rows in one transaction; the next round continues. */
const BATCH = 100;

/**
 * Advances campaigns: evaluates them, starts waves and due jobs, resends, and times out jobs. Its state is in
 * PostgreSQL, so it resumes after a restart; rows locked by another node are left to that node.
 */
export class Sweep extends Rounds {
  readonly #core: Core;

  constructor(core: Core) {
    super({
      work: schedule.firmware,
      services: core.services,
      failure: 'upgrades could not be processed; retrying',
    });
    this.#core = core;
  }

  protected override async round(): Promise<void> {
    const { services, telemetry } = this.#core;
    const { db } = services;
    const now = services.clock();
    const of = { now, cancelledBefore: new Date(now.getTime() - CANCEL_WAIT_MS) };
    const overdue = await overdueJobs(db, { ...of, limit: BATCH, without: this.failing });
    const ended = await this.rows(overdue, (ids) =>
      db.transaction().execute(async (trx) => this.#endOverdue(trx, await lockOverdue(trx, ids, of), now)),
    );
    if (ended.length > 0) await this.row('status', () => telemetry.refreshStatus(ended));
    for (const id of await dueCampaigns(db, now, { limit: BATCH, without: this.failing })) {
      await this.row(id, async () => {
        const started = await db.transaction().execute(async (trx) => {
          const campaign = await lockCampaign(trx, id, { skipLocked: true });
          if (!campaign) return [];
          await setEvaluated(trx, id, now);
          return this.#move(trx, campaign, now);
        });
        await this.#publish(started);
      });
    }
    const again = await db
      .transaction()
      .execute((trx) => claimResends(trx, now, new Date(now.getTime() + RESEND_MS), BATCH));
    await this.#publish(again);
  }

  async #publish(jobs: readonly Pick<JobRow, 'id' | 'run'>[]): Promise<void> {
    await Promise.all(jobs.map((job) => this.row(job.id, () => publishJob(this.#core.services, job))));
  }

  /** Times out locked jobs, including those with an unconfirmed cancellation. @returns ids of their things */
  async #endOverdue(trx: Trx, overdue: readonly JobRow[], now: Date): Promise<string[]> {
    for (const job of overdue) {
      const step = job.cancel_asked_at && job.state !== jobStates.installing ? 'cancel' : 'expire';
      const error = step === 'cancel' ? null : job.state === jobStates.waiting ? 'never_started' : 'no_news';
      const entry = await endJob(trx, job, { step, error }, now);
      if (entry) await audit(trx, systemCtx(this.#core.services, now), entry);
    }
    return overdue.map((j) => j.thing_id);
  }

  /** Evaluates a campaign and starts its due jobs. @returns the jobs to send after the commit */
  async #move(trx: Trx, campaign: LockedCampaign, now: Date): Promise<JobRow[]> {
    const progress = await campaignProgress(trx, campaign);
    const decision = decideCampaign({ ...campaign, ...progress });
    const note = (action: string, details: Record<string, unknown>) =>
      audit(trx, systemCtx(this.#core.services, now), {
        action,
        objectType: 'upgrade_campaign',
        objectId: campaign.id,
        tenantId: campaign.tenant_id,
        details: { ...details, ...progress.sinceResume },
      });
    if (decision === 'finish' || decision === 'stop') {
      const to = afterCampaignStep(campaign.state, decision);
      if (!to) return [];
      await setCampaignState(trx, campaign.id, to, now);
      await note(`upgrade.campaign.${decision}`, { max_failed_pct: campaign.max_failed_pct });
      return [];
    }
    if (decision === 'advance') {
      campaign.wave += 1;
      await setWave(trx, campaign.id, campaign.wave);
      await note('upgrade.campaign.advance', { wave: campaign.wave });
    }
    if (campaign.state !== 'running') return [];
    return this.#start(trx, campaign, now);
  }

  async #start(trx: Trx, campaign: LockedCampaign, now: Date): Promise<JobRow[]> {
    const free = MAX_CONCURRENT_JOBS - (await countUnderWay(trx, campaign.id));
    if (free <= 0) return [];
    const candidates = await lockCandidates(trx, campaign, now, Math.min(free, BATCH));
    const later = new Map<number, string[]>();
    const going: typeof candidates = [];
    const things = new Set<string>();
    for (const job of candidates) {
      const start = decideStart(startFacts(job), campaign, now);
      if (start.what === 'send' && !things.has(job.thing_id)) {
        things.add(job.thing_id);
        going.push(job);
      } else if (start.what === 'wait') {
        later.set(start.again_ms, [...(later.get(start.again_ms) ?? []), job.id]);
      } else if (start.what === 'end') {
        const entry = await endJob(trx, job, start, now);
        if (entry) await audit(trx, systemCtx(this.#core.services, now), entry);
      }
    }
    for (const [again_ms, ids] of later) await setNext(trx, ids, new Date(now.getTime() + again_ms));
    if (going.length === 0) return [];
    const deadline = new Date(deadlineUnderWay_ms(now.getTime(), now.getTime()));
    await markSent(trx, going, { now, next: new Date(now.getTime() + RESEND_MS), deadline });
    await audit(trx, systemCtx(this.#core.services, now), {
      action: 'upgrade.job.send',
      objectType: 'upgrade_campaign',
      objectId: campaign.id,
      tenantId: campaign.tenant_id,
      details: { devids: going.map((j) => j.devid), version: campaign.version },
    });
    return going.map((j) => ({ ...j, state: jobStates.sent, deadline_at: deadline, sent_at: now }));
  }
}
