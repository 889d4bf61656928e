import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf } from '@voltloop/contract';
import { rightOf } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { names } from '@voltloop/resources/names.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import { batteriesByState } from './batteries-by-state.ts';
import { amountsIn, monthsOf, testsIn } from './read-flows.ts';
import { readOrders } from './read-orders.ts';
import { type Span, spansOf } from './spans.ts';

type Business = ReplyOf<typeof contract.backofficeBusiness>;
type Name = keyof typeof names;

/** Business figures, as far as the caller may see their sources. */
export async function readBusiness(
  db: Db,
  ctx: Ctx,
  { period }: QueryOf<typeof contract.backofficeBusiness>,
): Promise<Business> {
  const may = (name: Name) => ctx.caller.rights.has(rightOf(names[name]));
  const { now, before, yearBefore } = spansOf(period, chinaDay(ctx.now));
  const spans = [now, before, yearBefore] as const;
  const [intake, stages, orders] = await Promise.all([
    may('receipt') ? intakeOf(db, ctx, spans) : null,
    stagesOf(db, ctx, spans, may),
    may('order') ? readOrders(db, ctx, spans, may('invoice')) : null,
  ]);
  return { ...now, before, yearBefore, intake, stages, orders };
}

async function intakeOf(
  db: Db,
  ctx: Ctx,
  spans: readonly [Span, Span, Span],
): Promise<NonNullable<Business['intake']>> {
  const [[now, before, yearBefore], months] = await Promise.all([
    amountsIn(db, ctx, spans),
    monthsOf(db, ctx, spans[0].to),
  ]);
  return { now: now.received, before: before.received, yearBefore: yearBefore.received, months };
}

async function stagesOf(
  db: Db,
  ctx: Ctx,
  spans: readonly [Span, Span, Span],
  may: (name: Name) => boolean,
): Promise<Business['stages']> {
  if (!may('battery')) return [];
  const [[now, before], [tests, testsBefore], states] = await Promise.all([
    amountsIn(db, ctx, spans),
    testsIn(db, ctx, spans),
    batteriesByState(db, ctx),
  ]);
  const here = (state: string) => states.get(state)?.count ?? 0;
  const graded = states.get('in_stock')?.graded ?? 0;
  const all: readonly (Business['stages'][number] & { of: Name })[] = [
    {
      stage: 'received',
      of: 'receipt',
      here: here('in_stock') - graded,
      pieces: now.received.pieces,
      before: before.received.pieces,
    },
    {
      stage: 'tested',
      of: 'testReport',
      here: here('in_test'),
      pieces: tests.tested,
      before: testsBefore.tested,
    },
    {
      stage: 'graded',
      of: 'testReport',
      here: graded,
      pieces: tests.graded,
      before: testsBefore.graded,
    },
    {
      stage: 'produced',
      of: 'production',
      here: here('in_production'),
      pieces: now.produced,
      before: before.produced,
    },
    { stage: 'sold', of: 'issue', here: here('sold'), pieces: now.sold, before: before.sold },
    {
      stage: 'recycled',
      of: 'recyclingRun',
      here: here('recycled'),
      pieces: now.recycled,
      before: before.recycled,
    },
  ];
  return all.flatMap(({ of, ...stage }) => (may(of) ? [stage] : []));
}
