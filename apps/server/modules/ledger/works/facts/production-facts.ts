import { refusedUse } from '@voltloop/domain/dated-rules/echelon.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/db.ts';
import { areaNamesOf } from '../../../people/areas/index.ts';
import type { ProductionFacts } from '../../reporting/index.ts';
import { sourceKey } from '../../stock/index.ts';

interface Tested {
  no: string;
  grade: string | null;
  soh: string | null;
}
interface Component {
  code: string | null;
  level: number | null;
  /** The supplier of goods without a code. */
  source: { code: string; name: string } | null;
  /** The latest signed test report, with the bound that decides the grade. */
  report: (Tested & { lower: number | null }) | null;
}
interface Made {
  line: string;
  day: string;
  use: string | null;
  forbiddenUse: number | null;
  otherUse: string | null;
  targetStandard: string | null;
  saleRegion: string | null;
  /** It is not part of another product. */
  whole: boolean;
  bom: string | null;
  series: number | null;
  parallel: number | null;
  report: Tested | null;
  components: readonly Component[];
}

/**
 * Facts of products by the lines of their productions. Health and grade come from the product's own test report, or
 * else from its weakest component, which limits the whole.
 */
export async function productionFacts(
  db: Db | Trx,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, ProductionFacts>> {
  const made = await readMade(db, lineIds);
  return new Map(made.map((each) => [each.line, factsOf(each)]));
}

function factsOf(made: Made): ProductionFacts {
  const { components, day, use, forbiddenUse, otherUse, saleRegion } = made;
  const levels = components.flatMap(({ level }) => level ?? []);
  const smallest = Math.max(...levels, 1) as 1 | 2 | 3;
  const tested = made.report ?? weakest(components);
  return {
    storageDate: day,
    constitute: ({ 1: '3', 2: '2', 3: '1' } as const)[smallest],
    finished: made.whole,
    components: components.map(({ code, source }) =>
      code === null
        ? { isCode: false, sourceDuns: source?.code ?? '', sourceEnt: source?.name ?? '' }
        : { isCode: true, origCode: code },
    ),
    grade: tested?.grade ?? null,
    testReportNo: tested?.no ?? null,
    sohPct: tested?.soh ?? null,
    seriesCount: made.series,
    parallelCount: made.parallel,
    bomVersion: made.bom,
    targetStandard: made.targetStandard,
    forbiddenUseCheck: refusedUse(use, forbiddenUse, day) === null,
    other: otherUse,
    saleArea: saleRegion === null ? null : areaNamesOf(saleRegion).join('-') || null,
  };
}

const weakest = (components: readonly Component[]) =>
  components
    .flatMap(({ report }) => report ?? [])
    .reduce<Component['report']>(
      (least, report) => (least && (least.lower ?? 0) <= (report.lower ?? 0) ? least : report),
      null,
    );

const reportOf = (
  report: string,
) => sql`case when ${sql.ref(`${report}.id`)} is not null then json_build_object(
  'no', ${sql.ref(`${report}.no`)}, 'grade', ${sql.ref(`${report}.grade`)},
  'soh', trim_scale(${sql.ref(`${report}.soh_pct`)})::text, 'lower', ${sql.ref(`${report}.soh_lower_pct`)}) end`;

/** Products with their components. The supplier of a lot is the first one with a code, else the producer. */
async function readMade(db: Db | Trx, lineIds: readonly string[]): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select l.id as line, d.day::text as day, d.echelon_use_type as use, d.forbidden_use as "forbiddenUse",
        d.other_use as "otherUse", d.target_standard as "targetStandard", d.sale_region as "saleRegion",
        b.parent_id is null as whole, left(bom.name, 28) || ' ' || bom.revision as bom,
        bom.series_count as series, bom.parallel_count as parallel, ${reportOf('r')} as report,
        coalesce((
          select json_agg(json_build_object(
              'code', c.battery_code,
              'level', coalesce(c.product_type, case lot.material when 'pack' then 1 when 'module' then 2 when 'cell' then 3 end),
              'source', case when lot.id is not null then coalesce(
                (select json_build_object('code', coalesce(e.credit_code, e.duns), 'name', e.name)
                  from moves first
                    join documents came on came.id = first.document_id and came.status = 'posted' and came.reverses_id is null
                    join places p on p.id = first.from_place and p.kind = 'outside'
                    join enterprises e on ${sourceKey('came', 'p')} = 'enterprise/' || e.id
                  where first.item_id = lot.id and coalesce(e.credit_code, e.duns) is not null
                  order by first.seq limit 1),
                case when coalesce(me.credit_code, me.duns) is not null
                  then json_build_object('code', coalesce(me.credit_code, me.duns), 'name', me.name) end) end,
              'report', ${reportOf('cr')}
            ) order by m.seq)
          from moves m join places inside on inside.id = m.to_place and inside.kind = 'inside' and inside.key = b.id::text
            left join batteries c on c.id = m.item_id left join lots lot on lot.id = m.item_id
            left join test_reports cr on cr.id = c.test_report_id
          where m.document_id = d.id and m.item_id <> b.id
        ), '[]') as components
      from document_lines l join documents d on d.id = l.document_id join batteries b on b.id = l.item_id
        left join boms bom on bom.id = d.bom_id left join enterprises me on me.id = d.enterprise_id
        left join test_reports r on r.id = b.test_report_id
      where l.id = any(${[...lineIds]}::uuid[]) and d.kind = 'production'`.execute(db);
  return rows;
}
