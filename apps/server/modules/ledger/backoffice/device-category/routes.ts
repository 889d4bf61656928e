import * as contract from '@voltloop/contract';
import { deviceCategory } from '@voltloop/resources/device-category/device-category.resource.ts';
import type { Http } from '../../../../platform/http.ts';
import { type Core, findById, type Row, takeStep } from '../../../records/resources/index.ts';

type State = contract.ReplyOf<typeof contract.setDeviceCategoryStatus>;
const stateOf = ({ id, status, version }: Row) => ({ id, status, version }) as State;

/** The call of device categories that the specification adds to those of every resource. */
export function deviceCategoryRoutes(http: Http, core: Core): void {
  http.implement(contract.setDeviceCategoryStatus, async (ctx, { body: { id, status } }) => {
    const before = await findById(core, ctx, deviceCategory, id);
    // A request for the current state succeeds: pressing a switch twice is no error.
    if (before.status === status) return stateOf(before);
    const step = status === 1 ? 'enable' : 'disable';
    const [after] = await takeStep(core, ctx, deviceCategory, { ids: [id], step });
    return stateOf(after as Row);
  });
}
