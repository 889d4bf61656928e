import { type OptionListName, optionLabel } from '@voltloop/domain/options/index.ts';
import { decimalOf, type Values } from '@voltloop/resource-kit';
import { collection } from '@voltloop/resources/collection/collection.resource.ts';
import { countedField } from '@voltloop/resources/collection/collection-amounts.ts';
import { invoice } from '@voltloop/resources/invoice/invoice.resource.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import { conflictError, notFound } from '../../../../platform/errors.ts';
import { type Core, insertRow, rowsById } from '../../../records/resources/index.ts';
import { readProgress } from './read-progress.ts';

/** Invoices are always in Chinese. */
const inChinese = (list: OptionListName, value: unknown) => optionLabel(list, value, 'zh');
const units: Readonly<Record<string, string>> = { piece: '件', kg: 'kg', kwh: 'kWh' };

/**
 * Drafts an invoice of the rest of a settled collection: a line for each of the settlement, or one line for the rest
 * if a part is already invoiced.
 * @throws notFound, conflict where it is not settled or nothing is left
 */
export async function draftOfCollection(
  core: Core,
  ctx: Ctx,
  { id, invoiceType, taxRate }: { id: string; invoiceType: number; taxRate: number },
): Promise<{ id: string; no: string }> {
  const { db } = core.services;
  const { tenantId } = ctx.caller;
  const [row] = await rowsById(db, core.registry, collection, tenantId, [id]);
  if (!row) throw notFound();
  if (row.status !== 'settled') throw refused('notSettled', 'This collection is not settled');
  const { invoicedAmount, openAmount } = await readProgress(db, tenantId, id);
  if (decimalOf(openAmount).lte(0)) throw refused('nothingLeft', 'All of this collection is invoiced');
  const settled = (row.settlement as Values[]).filter(({ amount }) => decimalOf(amount).gt(0));
  const lines =
    decimalOf(invoicedAmount).eq(0) && settled.length > 0
      ? settled.map(lineOf)
      : [wholeLine(`${row.no} 余额`, openAmount)];
  const made = await insertRow(core, ctx, invoice, {
    invoiceType,
    // A person cannot issue one.
    direction: row.customerType === 0 ? 'reverse' : 'in',
    ...(row.clientId === null ? { enterpriseId: row.enterpriseId } : { clientId: row.clientId }),
    collectionId: id,
    lines: lines.map((line) => ({ ...line, taxRate })),
  });
  return { id: String(made.id), no: String(made.no) };
}

/** A price by metal content has no unit for a quantity: only its total amount is given. */
function lineOf(line: Values): Values {
  const { material, chemistry, spec, basis, amount, unitPrice } = line;
  const goods = [inChinese('lotMaterial', material), chemistry ? inChinese('chemistry', chemistry) : '']
    .filter(Boolean)
    .join(' ');
  const of = { goods, ...(spec ? { spec: String(spec).slice(0, 40) } : {}) };
  const unit = units[String(basis)];
  if (!unit) return { ...wholeLine(goods, String(amount)), ...of };
  return { ...of, unit, quantity: String(line[countedField(basis, 'settledKg')]), unitPrice };
}

const wholeLine = (goods: string, amount: string): Values => ({
  goods,
  unit: '批',
  quantity: '1',
  unitPrice: amount,
});

const refused = (key: string, message: string) => conflictError('id', `rule.invoice.${key}`, message);
