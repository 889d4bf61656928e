import { randomUUID } from 'node:crypto';
import { type CommandMessage, topicOf, type UpgradeParams } from '@voltloop/protocol';
import type { Services } from '../../platform/services.ts';
import type { JobRow } from './store-jobs.ts';

/** A broker that takes longer counts as unreachable: the job is sent again later. */
const PUBLISH_TIMEOUT_MS = 5000;

/**
 * Sends a job to its device, or a request to stop after a cancellation. The same job may be sent repeatedly: its device
 * resumes. An unreachable broker is not a failure; the sweep sends the job again.
 */
export async function publishJob(services: Services, job: JobRow): Promise<void> {
  const message = job.cancel_asked_at ? cancelMessage(job) : upgradeMessage(services, job);
  const sent = services.bus.publish(topicOf(job.devid, 'commands'), JSON.stringify(message), { qos: 1 });
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
