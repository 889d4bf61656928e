import type { FieldError } from '@voltloop/contract';
import type { Draft, Resource, Values } from '@voltloop/resource-kit';
import type { Caller } from '../../../../platform/ctx.ts';
import type { Db, Trx } from '../../../../platform/db.ts';
import { attachable } from '../../../people/files/index.ts';

/** An address in a row: its path, as `licences` or `permits.0.file`. */
interface Address {
  row: number;
  path: string;
  address: string;
}

/**
 * Checks that files which a row did not have before were uploaded by the caller, or are attached to a record already:
 * with another's upload, a record would open it to everyone who may view its kind (docs/decisions/0133).
 * @returns the errors of each row, in their order
 */
export async function checkFiles(
  trx: Db | Trx,
  caller: Caller,
  resource: Resource,
  rows: readonly Draft[],
): Promise<FieldError[][]> {
  const errors: FieldError[][] = rows.map(() => []);
  const added = rows.flatMap(({ values, before }, row) => {
    const addresses = addressesIn(resource.fields, values, row, '');
    if (addresses.length === 0) return [];
    const known = new Set(
      before && addressesIn(resource.fields, before, row, '').map((each) => each.address),
    );
    return addresses.filter(({ address }) => !known.has(address));
  });
  if (added.length === 0) return errors;
  const good = await attachable(
    trx,
    caller,
    added.map(({ address }) => address),
  );
  for (const { row, path, address } of added) {
    if (!good.has(address))
      errors[row]?.push({ path, key: 'resource.foreignFile', message: 'Upload this file again' });
  }
  return errors;
}

function addressesIn(fields: Resource['fields'], values: Values, row: number, before: string): Address[] {
  return Object.entries(fields).flatMap(([name, { kind, ...field }]): Address[] => {
    const value = values[name];
    if (!Array.isArray(value)) return [];
    const path = before + name;
    if (kind === 'files') return value.map((address) => ({ row, path, address: String(address) }));
    return kind === 'lines' && 'of' in field
      ? value.flatMap((line, n) => addressesIn(field.of, line, row, `${path}.${n}.`))
      : [];
  });
}
