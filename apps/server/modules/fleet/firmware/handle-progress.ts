import { afterJobStep, jobStateName, jobStates } from '@voltloop/contract';
import { compareVersions } from '@voltloop/protocol';
import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Trx } from '../../../platform/db.ts';
import { invalidField } from '../../../platform/invalid-field.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import type { UplinkMessage } from '../../../platform/uplink.ts';
import type { Core } from './core.ts';
import { jobEntry } from './end-job.ts';
import { type ProgressReport, parseProgress, upgradeMessage } from './parse-progress.ts';
import { publishJob } from './publish-job.ts';
import { DEFER_MS, deadlineUnderWay_ms, decideReport, RESEND_MS, WAIT_MS } from './rules.ts';
import { upgradeJobs } from './store-campaigns.ts';
import { type JobRow, lockJobOfRun, lockUnderWay, wakeWaiting } from './store-jobs.ts';

/**
 * Handles a device's report on its job. Reports on another device's job, an earlier attempt or a finished job change
 * nothing; unreadable ones are stored among the rejects. Rejects only when a database is unreachable, so that the device
 * sends it again.
 */
export async function handleProgress(core: Core, { devid, payload }: UplinkMessage): Promise<void> {
  const { services, telemetry } = core;
  const report = parseProgress(payload);
  if (!report) return telemetry.reject(devid, 'upgrade', payload, invalidField(upgradeMessage, payload));
  const thingId = await services.db.transaction().execute(async (trx) => {
    const job = await lockJobOfRun(trx, report.run, devid);
    if (!job) return null;
    const shown = await apply(trx, core, job, report);
    return shown ? job.thing_id : null;
  });
  // The upgrading status of a thing follows from its jobs.
  if (thingId) await telemetry.refreshStatus([thingId]);
}

/** @returns whether the thing's status may have changed */
async function apply(trx: Trx, core: Core, job: JobRow, report: ProgressReport): Promise<boolean> {
  const now = core.services.clock();
  const before = jobStateName(job.state);
  const decision = decideReport(
    {
      state: before,
      progress: job.progress,
      cancelling: job.cancel_asked_at !== null,
      to_version: job.version,
    },
    report,
  );
  if (decision.what === 'ignore') return false;
  const { step, error, progress } = decision;
  const state = jobStates[decision.state];
  if (step === 'defer') {
    const times = {
      now,
      next: new Date(now.getTime() + DEFER_MS),
      deadline: new Date(now.getTime() + WAIT_MS),
    };
    await upgradeJobs.requeue(trx, [job.id], times, { error });
  } else {
    const sent_ms = job.sent_at?.getTime() ?? now.getTime();
    const columns = {
      state,
      progress,
      error,
      deadline_at: new Date(deadlineUnderWay_ms(sent_ms, now.getTime())),
      next_at: new Date(now.getTime() + RESEND_MS),
    };
    await upgradeJobs.change(trx, sql`j.id = ${job.id}`, columns, now);
  }
  if (!upgradeJobs.phases.isOpen(state) || step === 'defer') {
    await audit(trx, systemCtx(core.services, now), jobEntry(job, `upgrade.job.${step}`, error));
  }
  return decision.state !== before;
}

/**
 * Called when a device reports itself online: after a power cut, a restart, or a lost connection. If it already runs the
 * version of its job, the job is done, though its last message was lost; otherwise the job is sent again and the device
 * resumes. Its waiting jobs are checked now. Never rejects: the state message has its own handler, and the sweep
 * retries.
 */
export async function handleDeviceOnline(core: Core, message: UplinkMessage): Promise<void> {
  if (message.retained) return;
  const { services, things, telemetry } = core;
  try {
    const state = readState(message.payload);
    const thing = state && (await things.byDevid(message.devid));
    if (!state || !thing) return;
    await wakeWaiting(services.db, thing.id, services.clock());
    const job = await services.db.transaction().execute(async (trx) => {
      const found = await lockUnderWay(trx, thing.id);
      if (!found) return null;
      const version = reportedVersion(found.pkgtype, state);
      if (version === null || compareVersions(version, found.version) !== 0) return found;
      if (!afterJobStep(jobStateName(found.state), 'finish')) return found;
      await apply(trx, core, found, { run: found.run, state: 'done', progress: 100, version, error: null });
      return null;
    });
    if (job) await publishJob(services, job);
    else await telemetry.refreshStatus([thing.id]);
  } catch (err) {
    services.log.warn({ err, devid: message.devid }, 'an upgrade was not sent to a device that reconnected');
  }
}

/** A state message of an online device; null for any other. */
function readState(payload: Buffer): Record<string, unknown> | null {
  const state = decodeMessage(payload) as Record<string, unknown> | null | undefined;
  return state?.online === true ? state : null;
}

/** The version of a kind in a state message; the oldest one if packs differ. The SQL twin is `firmware_version`. */
export function reportedVersion(pkgtype: string, state: Record<string, unknown>): string | null {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  if (pkgtype === 'EMS_V2_firmware') return text(state.E_FW) ?? text(state.sw_version);
  if (pkgtype === 'master_firmware_2001_3.0') return text(state.M_FW);
  const packs = Array.isArray(state.packs) ? (state.packs as unknown[]) : [];
  const versions = packs.flatMap((p) => text((p as { P_FW?: unknown } | null)?.P_FW) ?? []);
  return versions.sort(compareVersions)[0] ?? null;
}
