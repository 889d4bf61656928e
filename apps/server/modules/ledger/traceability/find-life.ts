import type { Life } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { balancesOfItem } from '../stock/index.ts';
import type { Around } from './around.ts';
import { buildEvents } from './build-events.ts';
import { buildGraph } from './build-graph.ts';
import { findGaps } from './find-gaps.ts';
import { findAround } from './genealogy.ts';
import { type LifeRows, readLife } from './read-life.ts';
import { findSubject } from './subject.ts';
import { mayOf, visible } from './visible.ts';

/**
 * The whole life behind a record, in both directions.
 * @throws notFound, forbidden without the right to see records of this kind
 */
export async function findLife(db: Db, ctx: Ctx, { kind, id }: { kind: string; id: string }): Promise<Life> {
  const { tenantId } = ctx.caller;
  const may = mayOf(ctx);
  const subject = await findSubject(db, tenantId, kind, id);
  if (!subject) throw notFound();
  if (!may(kind)) throw forbidden();
  const { head, roots } = subject;
  const single = kind === 'battery' || kind === 'lot';
  const [back, on, now] = await Promise.all([
    findAround(db, tenantId, roots, 'back'),
    findAround(db, tenantId, roots, 'on'),
    single ? nowOf(db, tenantId, roots) : [],
  ]);
  const around: Around = { own: roots, back: back.items, on: on.items };
  const rows = await readLife(db, tenantId, roots, [...new Set([...back.items, ...on.items])], ctx.now);
  const graph = buildGraph({ kind, id }, around, rows);
  const wholes = kind === 'battery' ? roots.slice(1) : [];
  const life: Life = {
    subject: head,
    now,
    inside: insideOf(wholes[0], rows),
    states: single ? [] : statesOf(roots, rows),
    events: buildEvents(around, rows),
    nodes: graph.nodes,
    // A part moves with its whole.
    links: [
      ...graph.links,
      ...wholes.map((whole, n) => ({ from: `item:${whole}`, to: `item:${roots[n]}`, document: null })),
    ],
    gaps: findGaps(around, rows),
    cut: subject.cut || back.cut || on.cut || rows.movesCut,
    at: ctx.now.getTime(),
  };
  return visible(life, may);
}

/** The place of a battery or lot; a part that has not moved separately is where its whole is. */
async function nowOf(db: Db, tenantId: string, roots: readonly string[]): Promise<Life['now']> {
  for (const id of roots) {
    const balances = await balancesOfItem(db, tenantId, id);
    if (balances.length > 0) return balances;
  }
  return [];
}

function insideOf(whole: string | undefined, { goods }: LifeRows): Life['inside'] {
  const found = goods.get(whole ?? '');
  return found ? { id: found.id, kind: found.kind, code: found.code } : null;
}

function statesOf(roots: readonly string[], { goods }: LifeRows): Life['states'] {
  const states = roots.flatMap((id) => goods.get(id)?.state ?? []);
  return [...Map.groupBy(states, (state) => state)].map(([state, all]) => ({ state, count: all.length }));
}
