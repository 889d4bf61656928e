import type { Sites } from '../../modules/fleet/sites/index.ts';
import { type AccountRow, actingAs } from '../../modules/people/accounts/index.ts';
import type { Services } from '../../platform/services.ts';
import type { DemoThing } from './assign.ts';
import { tariffOf } from './tariffs.ts';

/** Sets the tariff of its country for every site that has none, from the day on which its first device was added. */
export async function seedTariffs(
  { pool, clock, log }: Services,
  sites: Pick<Sites, 'putTariff'>,
  main: AccountRow,
  fleet: readonly DemoThing[],
): Promise<void> {
  const countries = new Map(fleet.map(({ devid, place }) => [devid, place.country]));
  const { rows } = await pool.query<{ id: string; from: string; devid: string }>(
    `select s.id, to_char(min(d.since), 'YYYY-MM-DD') as "from", min(t.devid) as devid
      from sites s join site_devices d on d.site_id = s.id join things t on t.id = d.thing_id
      where s.tenant_id = $1 and s.deleted_at is null and not exists (select from site_tariffs f where f.site_id = s.id)
      group by s.id order by min(t.key)`,
    [main.tenantId],
  );
  const ctx = { caller: actingAs(main), now: clock(), ip: '', requestId: 'demo', log };
  for (const { id, from, devid } of rows)
    await sites.putTariff(ctx, { id, from }, tariffOf(countries.get(devid)));
}
