import type { Life, LifeNode } from '@voltloop/contract';
import { matchReturns } from '../stock/index.ts';
import { type Around, nearest, type Side, sidesOf, sourceOf } from './around.ts';
import type { LifeMove, LifeRows, Place } from './read-life.ts';

/** Pure: goods, vehicles, runs and parties as nodes, and the links between them. */

type Link = Life['links'][number];

/** Places where goods are ours. */
const ours: ReadonlySet<string> = new Set(['location', 'production', 'transit', 'vehicle', 'inside']);

/** Places where goods come from. */
const sources: ReadonlySet<string> = new Set(['opening', 'outside']);

/** Moves that return only what was delivered from here: the customer who returns it is not its source. */
function deliveredMoves({ moves, places, documents, goods }: LifeRows): ReadonlySet<LifeMove> {
  const nowhere = { kind: '', key: '' };
  const { left, returned } = matchReturns(moves, (move) => ({
    ...move,
    lot: goods.get(move.item)?.kind === 'lot',
    from: places.get(move.from) ?? nowhere,
    to: places.get(move.to) ?? nowhere,
    preset: documents.get(move.document)?.preset ?? null,
  }));
  return new Set(returned.flatMap(({ move }) => (left.get(move)?.gt(0) ? [] : [move])));
}

/** @param subject the record: a vehicle that represents its batteries is a node, too */
export function buildGraph(
  subject: { kind: string; id: string },
  around: Around,
  rows: LifeRows,
): Pick<Life, 'nodes' | 'links'> {
  const sides = sidesOf(around);
  const nodes = new Map<string, LifeNode>();
  const links = new Map<string, Link>();
  const node = (each: LifeNode) => {
    const existing = nodes.get(each.id);
    if (!existing) nodes.set(each.id, each);
    else existing.side = nearest([existing.side, each.side]);
    return each.id;
  };
  const link = (from: string, to: string, document: Link['document']) => {
    if (!links.has(`${from} ${to}`)) links.set(`${from} ${to}`, { from, to, document });
  };
  const firstDay = new Map(rows.moves.toReversed().map(({ item, day }) => [item, day]));
  const itemNode = (id: string) => {
    const goods = rows.goods.get(id);
    return goods
      ? node({
          id: `item:${id}`,
          kind: goods.kind,
          side: sides.get(id) ?? 'own',
          title: goods.code,
          record: { kind: goods.kind, id },
          day: firstDay.get(id) ?? goods.madeOn,
          state: goods.state ?? goods.material,
        })
      : null;
  };
  const vehicleNode = (id: string, side: Side) => {
    const vehicle = rows.vehicles.get(id);
    return vehicle
      ? node({
          id: `vehicle:${id}`,
          kind: 'vehicle',
          side,
          title: vehicle.title,
          state: null,
          record: { kind: 'vehicle', id },
          day: vehicle.scrapDate ?? vehicle.regDate,
        })
      : null;
  };
  /** A party at one end; a party at both ends is two nodes, so that there are no cycles. */
  const partyNode = (kind: 'source' | 'receiver', place: Place, day: string) => {
    const [party, id] = place.key.split('/');
    return node({
      id: `${kind}:${place.id}`,
      kind,
      side: kind === 'source' ? 'back' : 'on',
      day,
      title: place.name ?? '',
      record: party && id ? { kind: party, id } : null,
      state: place.kind,
    });
  };

  for (const id of sides.keys()) {
    const to = itemNode(id);
    const vehicleId = rows.goods.get(id)?.vehicleId;
    if (!to || !vehicleId || sides.get(id) === 'on') continue;
    const isSubject = subject.kind === 'vehicle' && subject.id === vehicleId;
    const from = vehicleNode(vehicleId, isSubject ? 'own' : 'back');
    if (from) link(from, to, null);
  }
  const delivered = deliveredMoves(rows);
  for (const move of rows.moves) addMove(move);
  return { nodes: [...nodes.values()], links: [...links.values()] };

  function addMove(move: LifeMove): void {
    const { item, day, from, to, document: id } = move;
    const [place, target, document] = [rows.places.get(from), rows.places.get(to), rows.documents.get(id)];
    const self = itemNode(item);
    if (!place || !target || !document || !self) return;
    const side = sides.get(item) ?? 'own';
    const by = { kind: document.kind, id };
    const run = () =>
      node({
        id: `run:${id}`,
        kind: 'run',
        side,
        title: document.no ?? '',
        day,
        record: by,
        state: document.preset,
      });
    const isRun = document.kind === 'recyclingRun';
    if (place.kind === 'recycled') {
      if (isRun) link(run(), self, by);
    } else if (place.kind === 'inside' && place.key !== item) {
      const whole = sides.has(place.key) ? itemNode(place.key) : null;
      if (whole) link(whole, self, by);
    } else if (sources.has(place.kind) && !delivered.has(move) && ours.has(target.kind) && side !== 'on')
      link(partyNode('source', sourceOf(place, document), day), self, by);

    if (target.kind === 'recycled') {
      if (isRun) link(self, run(), by);
      else if (side !== 'back') link(self, partyNode('receiver', target, day), by);
    } else if (target.kind === 'inside' && target.key !== item) {
      const product = sides.has(target.key) ? itemNode(target.key) : null;
      if (product) link(self, product, by);
    } else if (target.kind === 'outside' && ours.has(place.kind) && side !== 'back')
      link(self, partyNode('receiver', target, day), by);
  }
}
