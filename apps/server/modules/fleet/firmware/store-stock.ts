import type { FirmwareStock } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { upgradeJobs } from './store-campaigns.ts';

type Progress = Pick<FirmwareStock, 'campaigns' | 'devices'>;

/** Progress of upgrades to these packages, by package; absent without a campaign. */
export async function progressOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Progress>> {
  const { rows } = await sql<{
    id: string;
    campaigns: number;
    total: number;
    done: number;
    failed: number;
    cancelled: number;
  }>`select c.package_id as id, count(distinct c.id)::int as campaigns, count(j.id)::int as total,
      (count(*) filter (where j.state in ${upgradeJobs.in('succeeded')}))::int as done,
      (count(*) filter (where j.state in ${upgradeJobs.in('failed')}))::int as failed,
      (count(*) filter (where j.state in ${upgradeJobs.in('dropped')}))::int as cancelled
    from upgrade_campaigns c left join upgrade_jobs j on j.campaign_id = c.id
    where c.package_id = any(${[...ids]}::uuid[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, campaigns, ...devices }) => [id, { campaigns, devices }]));
}

export const noProgress: Progress = { campaigns: 0, devices: { total: 0, done: 0, failed: 0, cancelled: 0 } };
