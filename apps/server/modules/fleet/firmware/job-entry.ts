import type { AuditEntry } from '../../../platform/audit.ts';
import type { JobRow } from './store-jobs.ts';

/** Audit details of a job that a device or the server changed. */
export function jobEntry(job: JobRow, action: string, error: string | null): AuditEntry {
  return {
    action,
    objectType: 'thing',
    objectId: job.thing_id,
    tenantId: job.tenant_id,
    details: {
      job: job.id,
      campaign: job.campaign_id,
      devid: job.devid,
      pkgtype: job.pkgtype,
      version: job.version,
      attempt: job.attempt,
      ...(error ? { error } : {}),
    },
  };
}
