import { order } from '@voltloop/resources/order/order.resource.ts';
import { closePeriod } from '../../../modules/ledger/periods/index.ts';
import type { AccountRow } from '../../../modules/people/accounts/index.ts';
import { type Resources, takeStep } from '../../../modules/records/resources/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { demoCtx } from './demo-ctx.ts';
import type { CloseMonthStep, CloseOrderStep } from './plan.ts';
import type { KnownIds } from './values-of.ts';

type People = ReadonlyMap<string, AccountRow>;

/**
 * Closes an order of the demo short, unless it is already closed or the step is refused. @returns 0: it creates no
 * row
 */
export async function closeOrder(
  services: Services,
  { core }: Resources,
  { closed, at, by }: CloseOrderStep,
  people: People,
  knownIds: KnownIds,
): Promise<number> {
  const account = people.get(by);
  const id = knownIds.get('order')?.get(closed);
  if (!account || !id) return 0;
  const input = { ids: [id], step: 'close', reason: '客户要求按实发数量结算' };
  await unlessRefused(services, () => takeStep(core, demoCtx(services, account, at), order, input));
  return 0;
}

/** Closes a month, unless it is already closed or has open documents. @returns 0: it creates no row */
export async function closeMonth(
  services: Services,
  { month, at, by }: CloseMonthStep,
  people: People,
): Promise<number> {
  const account = people.get(by);
  if (account)
    await unlessRefused(services, () => closePeriod(services.db, demoCtx(services, account, at), month));
  return 0;
}

async function unlessRefused({ log }: Services, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.debug({ fields: error.fields?.slice(0, 5) }, 'a step of the demo was refused');
  }
}
