import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import { saveValues } from '../../../modules/ledger/passport/index.ts';
import type { AccountRow } from '../../../modules/people/accounts/index.ts';
import type { Resources } from '../../../modules/records/resources/index.ts';
import { type Ctx, everyRight } from '../../../platform/ctx.ts';
import type { Services } from '../../../platform/services.ts';
import { demoCtx } from './demo-ctx.ts';

/** Passports that the demo issues. */
const MOST = 8;
/** From the range that GS1 reserves for examples. */
const GTIN = '09506000134352';

const values: Readonly<Record<string, string>> = {
  manufacturingPlace: '中国广东省佛山市（示例）',
  warranty: '5 年或 3000 次循环，以先到者为准',
  separateCollection: '带叉轮式垃圾桶标志（附件六 B 部分）',
  labelMeaning: '带叉轮式垃圾桶：不得与生活垃圾混投，应交至回收点',
  declarationOfConformity: 'https://example.com/doc/homestore-40.pdf',
  carbonFootprint: '38.4',
  carbonShareRawMaterial: '21.5',
  carbonShareProduction: '58.2',
  carbonShareDistribution: '9.1',
  carbonShareEndOfLife: '11.2',
  carbonStudy: 'https://example.com/carbon/homestore-40.pdf',
  dueDiligenceReport: 'https://example.com/due-diligence/2026.pdf',
  criticalRawMaterials: '锂、石墨、磷',
  cathodeMaterials: '磷酸铁锂（LiFePO₄）',
  anodeMaterials: '石墨',
  electrolyteMaterials: '六氟磷酸锂（LiPF₆）溶于碳酸酯',
  dismantlingManuals: 'https://example.com/manuals/homestore-40-dismantling.pdf',
  endUserCollection: '请将废旧电池交回销售方或指定回收点',
  initialEfficiency: '95.5',
  expectedYears: '10',
  expectedCycles: '3000',
  idleTemperatureLow: '0',
  idleTemperatureHigh: '45',
};

/** The nominal voltage of an LFP cell, and its limits: those of a pack are as many times as high as its own. */
const CELL_V = { nominal: 3.2, min: 2.5, max: 3.65 };
const limitsOf = (voltage: string) => {
  const cells = Math.round(Number(voltage) / CELL_V.nominal);
  return { minVoltage: (cells * CELL_V.min).toFixed(1), maxVoltage: (cells * CELL_V.max).toFixed(1) };
};

/** Creates a model and some passports of echelon packs, once; more can be issued by users. */
export async function seedPassports(
  { db, log }: Services,
  resources: Resources,
  people: ReadonlyMap<string, AccountRow>,
  now: Date,
): Promise<void> {
  const account = people.get('demo_product');
  if (!account) return;
  const own = demoCtx({ log }, account, now);
  const ctx: Ctx = { ...own, caller: { ...own.caller, rights: everyRight } };
  const { tenantId } = ctx.caller;
  const { rows } = await sql<{
    category: string;
    voltage: string;
    producer: string | null;
    ids: string[];
  }>`
    select category_id as category, c.voltage::text as voltage, max(b.enterprise_id::text) as producer,
        (array_agg(b.id order by b.state desc, b.battery_code))[1:${sql.lit(MOST)}] as ids
      from batteries b join device_categories c on c.id = b.category_id
      where b.tenant_id = ${tenantId} and b.is_cascade = 1 and b.product_type = 1 and c.chemistry = 'B'
        and b.deleted_at is null and b.state in ('in_stock', 'sold')
        and not exists (select 1 from passport_models m where m.tenant_id = b.tenant_id)
      group by 1, 2 order by count(*) desc limit 1`.execute(db);
  const [found] = rows;
  if (!found) return;
  const { category: categoryId, voltage, producer, ids } = found;
  const [modelId = ''] = await resources.insertRows(ctx, 'passportModel', [
    { name: 'HomeStore 40', categoryId, euCategory: 'stationary', gtin: GTIN, operatorId: producer },
  ]);
  const day = chinaDay(now);
  const entered = Object.entries({ ...values, ...limitsOf(voltage) }).map(([code, value]) => ({
    code,
    value,
    source: 'HS40-TD-2026',
    day,
  }));
  await saveValues(db, ctx, 'passportModel', { id: modelId, values: entered });
  await resources.insertRows(
    ctx,
    'passport',
    ids.map((batteryId) => ({ batteryId, modelId, madeAs: 'repurposed', placedOn: day })),
  );
}
