import { MAX_IMPORT_ROWS } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { type Things, tenantTimeZone } from '../../fleet/things/index.ts';
import { lockAccountTree } from '../../people/accounts/index.ts';
import type { Checked, ImportKind, SheetRow } from './kinds.ts';
import { accountsByUserName } from './store.ts';
import {
  exampleDevid,
  implausibleInstallation,
  readThing,
  repeatedDevids,
  thingColumns,
  thingMessages,
} from './things-rows.ts';

/** Things from a workbook: registered, and bound if an account is named. */
export function thingsKind(things: Pick<Things, 'modelNames' | 'registerIn' | 'taken'>): ImportKind {
  return {
    name: 'things',
    title: { en: 'things_template', zh: '设备导入模板' },
    maxRows: MAX_IMPORT_ROWS,
    columns: thingColumns,
    messages: thingMessages,
    mayImport: ({ roleId }) => roleId === 0 || roleId === 1,

    async check(db: Db | Trx, ctx: Ctx, rows: readonly SheetRow[]): Promise<Checked[]> {
      const taken = await things.taken(rows.flatMap(({ cells }) => cells.devid ?? []));
      const accounts = await accountsByUserName(
        db,
        ctx.caller,
        rows.flatMap(({ cells }) => cells.account ?? []),
      );
      const types = await things.modelNames(ctx.caller.tenantId);
      const repeated = repeatedDevids(rows);
      const tenantZone = await tenantTimeZone(db, ctx.caller.tenantId);
      return rows.map((row, i) => {
        const { read, errors } = readThing(row);
        const { devid, devtype, account } = row.cells;
        if (devtype && !types.has(devtype)) errors.push({ column: 'devtype', key: 'devtype' });
        const before = repeated.get(i);
        if (before !== undefined) errors.push({ column: 'devid', key: 'devidTwice', value: String(before) });
        else if (devid && taken.has(devid)) errors.push({ column: 'devid', key: 'devidTaken' });
        if (account) {
          const found = accounts.get(account.toLowerCase());
          if (!found) errors.push({ column: 'account', key: 'account' });
          else if (found.kind === 'main' || found.kind === 'staff')
            errors.push({ column: 'account', key: 'accountKind' });
        }
        const warnings = implausibleInstallation(row, read ?? {}, ctx.now.getTime(), tenantZone);
        if (devid === exampleDevid) warnings.push({ column: 'devid', key: 'exampleId' });
        return { errors, warnings };
      });
    },

    async write(trx, ctx, rows) {
      // Locked: none of the accounts can be deleted or moved meanwhile.
      await lockAccountTree(trx, ctx.caller.tenantId, 'shared');
      const accounts = await accountsByUserName(
        trx,
        ctx.caller,
        rows.flatMap(({ cells }) => cells.account ?? []),
      );
      const inputs = rows.map((row) => {
        const { read } = readThing(row);
        if (!read) throw new Error(`row ${row.number} was not checked`);
        const account = read.account === null ? undefined : accounts.get(read.account.toLowerCase());
        if (read.account !== null && !account)
          throw new Error(`the account of row ${row.number} no longer exists`);
        return { thing: read.thing, accountIds: account ? [account.id] : [] };
      });
      const registered = await things.registerIn(trx, ctx, inputs);
      return {
        secrets: inputs.map(({ thing: { devid } }) => ({
          devid,
          secret: registered.secrets.get(devid) ?? '',
        })),
        committed: registered.committed,
      };
    },
  };
}
