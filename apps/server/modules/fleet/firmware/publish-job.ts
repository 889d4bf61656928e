import { randomUUID } from 'node:crypto';
import { jobStates } from '@voltloop/contract';
import { type CommandMessage, topicOf, type UpgradeParams } from '@voltloop/protocol';
import { audit } from '../../../platform/audit.ts';
import { toDevice } from '../../../platform/bus.ts';
import type { Services } from '../../../platform/services.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { jobEntry } from './end-job.ts';
import { type JobRow, jobToSend, requestCancel } from './store-jobs.ts';

/** A broker that takes longer counts as unreachable: the job is sent again later. */
const PUBLISH_TIMEOUT_MS = 5000;

/**
 * Sends a job in progress to its device, or a request to stop after a cancellation. The same job may be sent repeatedly:
 * its device resumes. Nothing is sent once the device is deleted; a device that the creator of the campaign no longer
 * sees is asked to stop, unless it already installs. An unreachable broker is not a failure; the sweep sends the job
 * again.
 */
export async function publishJob(services: Services, of: Pick<JobRow, 'id' | 'run'>): Promise<void> {
  const job = await jobToSend(services.db, of);
  if (!job) return;
  const mayContinue = job.allowed || job.state === jobStates.installing;
  if (!mayContinue && !job.cancel_asked_at) await stopJob(services, job);
  const message = job.cancel_asked_at || !mayContinue ? cancelMessage(job) : upgradeMessage(services, job);
  const sent = services.bus.publish(topicOf(job.devid, 'commands'), JSON.stringify(message), toDevice);
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('the broker does not answer')), PUBLISH_TIMEOUT_MS);
  try {
    await Promise.race([sent, timeout.promise]);
  } catch (err) {
    services.log.warn({ err, job: job.id }, 'an upgrade was not sent; it will be sent again');
    sent.catch(() => {});
  } finally {
    clearTimeout(timer);
  }
}

async function stopJob(services: Services, job: JobRow): Promise<void> {
  const now = services.clock();
  await services.db.transaction().execute(async (trx) => {
    await requestCancel(trx, job.id, null, now);
    await audit(trx, systemCtx(services, now), jobEntry(job, 'upgrade.job.cancel', 'not_visible'));
  });
}

function upgradeMessage(services: Services, job: JobRow): CommandMessage {
  const params: UpgradeParams = {
    job: job.run,
    pkgtype: job.pkgtype,
    version: job.version,
    min_hw_version: job.min_hw_version,
    url: `${services.config.publicUrl?.replace(/\/$/, '') ?? ''}/v1/firmware/${job.run}/file`,
    size: job.size,
    sha256: job.sha256.toString('hex'),
    signature: job.signature.toString('base64'),
    min_soc: job.min_soc,
    allow_downgrade: job.allow_downgrade,
  };
  return { id: job.run, cmd: 'upgrade', params: { ...params }, expires: job.deadline_at.getTime() };
}

/** A new message id each time: a stopped device only repeats its report. */
const cancelMessage = (job: JobRow): CommandMessage => ({
  id: randomUUID(),
  cmd: 'upgrade_cancel',
  params: { job: job.run },
  expires: job.deadline_at.getTime(),
});
