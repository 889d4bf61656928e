import type { FieldError } from '@voltloop/contract';
import { testsRequired } from '@voltloop/domain/dated-rules/echelon.ts';
import type { Preset } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import type { Move } from '../stock/index.ts';
import type { Document } from './document.ts';

/** Number of goods that a warning names. */
const NAMED = 5;

/**
 * Warnings about goods that are sold for an echelon use, or built into echelon products, without a signed test report
 * that accepts them. They are posted only with a reason.
 */
export async function checkTests(
  trx: Trx,
  preset: Preset,
  document: Document,
  moves: readonly Move[],
): Promise<FieldError[]> {
  const use = preset.does === 'produce' ? null : ((document.declared_use as string | null | undefined) ?? '');
  const rule = testsRequired(use, document.day);
  if (!rule) return [];
  const used = moves.filter(({ itemId, to }) =>
    preset.does === 'produce' ? to.kind === 'inside' && to.key !== itemId : to.kind === 'outside',
  );
  const { rows } = await sql<{ code: string; rejected: boolean }>`
    select coalesce(b.battery_code, l.lot_no) as code, coalesce(r.grade = 'X', false) as rejected
      from unnest(${[...new Set(used.map(({ itemId }) => itemId))]}::uuid[]) i(id)
        left join batteries b on b.id = i.id left join lots l on l.id = i.id
        left join lateral (
          select t.id, t.grade from test_reports t where t.battery_id = b.id and t.status = 'signed' and t.deleted_at is null
            and t.test_day <= ${document.day}::date
            order by t.test_day desc, t.signed_at desc, t.id limit 1
        ) r on true
      where (b.id is not null or l.material in ('pack', 'module', 'cell')) and (r.id is null or r.grade = 'X')
      order by 1`.execute(trx);
  const warning = (key: string, goods: typeof rows, text: string): FieldError[] => {
    if (goods.length === 0) return [];
    const codes = goods.slice(0, NAMED).map(({ code }) => code);
    const named = codes.join(', ') + (goods.length > NAMED ? ' …' : '');
    const params = new URLSearchParams({
      count: String(goods.length),
      codes: named,
      clause_en: rule.en,
      clause_zh: rule.zh,
    });
    return [
      {
        path: use === null ? 'lines' : 'declaredUse',
        key: `rule.document.${key}?${params}`,
        message: `${goods.length} ${text}: ${named} (${rule.en})`,
        overrides: true,
      },
    ];
  };
  return [
    ...warning(
      'untested',
      rows.filter(({ rejected }) => !rejected),
      'have no signed test report',
    ),
    ...warning(
      'testRejected',
      rows.filter(({ rejected }) => rejected),
      'are rejected by their test report',
    ),
  ];
}
