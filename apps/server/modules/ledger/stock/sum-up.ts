import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { sumUpFlows } from './flows.ts';

/** Days of stores per transaction. */
const AT_ONCE = 200;

/** Compacts the flows of stores: appended rows are merged into one row for each day and kind of goods. */
export class SumUp extends Rounds {
  readonly #db: Services['db'];

  constructor(services: Services) {
    super({
      span: 'stock.sum_up',
      work: schedule.stock_flows,
      services,
      failure: 'stock flows could not be summed up',
    });
    this.#db = services.db;
  }

  protected async round(): Promise<void> {
    while (!this.stopped && (await sumUpFlows(this.#db, AT_ONCE)) === AT_ONCE);
  }
}
