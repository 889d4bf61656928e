import { type AccountKind, accountKinds } from '@voltloop/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { type AccountRow, actingAs, covers, loadAccount, seesThing, subtree } from './index.ts';

/**
 * Random trees in two tenants with random bindings, moves and deletions through the verbs; then compares SQL, the
 * verbs and `covers` for every caller with an oracle that only walks from child to parent.
 */

const server = setUp(startOwnServer);

interface Node {
  row: AccountRow;
  parent: Node | null;
  deleted: boolean;
  root: Node;
}
interface Thing {
  devid: string;
  id: string;
  root: Node;
  boundTo: Set<Node>;
  deleted: boolean;
}

/** Fields that a step does not name are undefined; an absent number counts as the first. */
interface Step {
  do: string;
  a?: number;
  b?: number;
  thing: number;
  kind: AccountKind;
}

const seesAccount = (caller: Node, other: Node): boolean => {
  if (other.deleted) return false;
  for (let at: Node | null = other; at; at = at.parent) if (at === caller) return true;
  return false;
};
const seesThingToo = (caller: Node, thing: Thing): boolean =>
  !thing.deleted &&
  caller.root === thing.root &&
  (caller === caller.root || [...thing.boundTo].some((n) => seesAccount(caller, n)));

const kinds = accountKinds.filter((k) => k !== 'main');
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('create'), a: fc.nat(), kind: fc.constantFrom(...kinds) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('register'), a: fc.nat() }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('bind'), a: fc.nat(), thing: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unbind'), a: fc.nat(), thing: fc.nat() }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('move'), a: fc.nat(), b: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete'), a: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteThing'), thing: fc.nat() }) },
) as fc.Arbitrary<Step>;

let names = 0;

/** Runs one step as the main account of its tenant; false where the verb refused it. */
async function take(s: Step, nodes: Node[], things: Thing[]) {
  const a = nodes[(s.a ?? 0) % nodes.length] as Node;
  const b = nodes[(s.b ?? 0) % nodes.length] as Node;
  const thing = things.length > 0 ? (things[s.thing % things.length] as Thing) : null;
  const ctx = server.as((s.do === 'deleteThing' && thing ? thing : a).root.row);
  if (s.do === 'create') {
    const row = await server.account(s.kind, a.row);
    nodes.push({ row, parent: a, deleted: false, root: a.root });
  } else if (s.do === 'register') {
    // Binding by the main account leaves it unbound, binding by a factory binds it to the factory.
    const by = a.row.kind === 'factory' ? a : a.root;
    const [made] = await server.things.register(server.as(by.row), [
      { devid: `T${++names}_x`, devtype: 'HE_BAT' },
    ]);
    if (made) {
      const boundTo = new Set(by === a.root ? [] : [by]);
      things.push({ devid: made.thing.devid, id: made.thing.id, root: a.root, boundTo, deleted: false });
    }
  } else if (s.do === 'bind' && thing) {
    await server.things.bind(ctx, [a.row.id], [thing.devid]);
    thing.boundTo.add(a);
  } else if (s.do === 'unbind' && thing) {
    await server.things.unbind(ctx, [a.row.id], [thing.devid]);
    thing.boundTo.delete(a);
  } else if (s.do === 'move') {
    const row = await server.accounts.moveAccount(ctx, a.row.id, b.row.id);
    a.row = row;
    a.parent = b;
    // Paths below it changed as well, so all rows of the model are read again.
    for (const n of nodes)
      if (!n.deleted) n.row = await loadAccount(server.services.db, actingAs(n.root.row), n.row.id);
  } else if (s.do === 'delete') {
    await server.accounts.deleteAccount(ctx, a.row.id);
    a.deleted = true;
  } else if (s.do === 'deleteThing' && thing) {
    await server.things.remove(ctx, thing.devid);
    thing.deleted = true;
    thing.boundTo.clear();
  }
}

async function seenBySql(caller: AccountRow) {
  const { db } = server.services;
  const viewer = actingAs(caller);
  const accounts = await sql<{ id: string }>`
    select a.id from accounts a where ${subtree(viewer, 'a')}`.execute(db);
  const things = await sql<{ devid: string }>`
    select t.devid from things t where ${seesThing(viewer, 't.id')}`.execute(db);
  const keys = await server.things.visibleKeys(viewer);
  return {
    accounts: accounts.rows.map((r) => r.id).sort(),
    things: things.rows.map((r) => r.devid).sort(),
    keys: keys.map((k) => k.devid).sort(),
  };
}

const isNotFound = (e: unknown) => e instanceof AppError && e.codeName === 'notFound';

test('every caller sees exactly its own subtree', { timeout: 120_000 }, async () => {
  const done: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 60, size: 'max' }), async (steps) => {
      const roots = await Promise.all([server.tenant(), server.tenant()]);
      const nodes: Node[] = [];
      for (const row of roots) {
        const root = { row, parent: null, deleted: false } as Node;
        root.root = root;
        nodes.push(root);
      }
      const things: Thing[] = [];
      for (const s of steps) {
        try {
          await take(s, nodes, things);
          done[s.do] = (done[s.do] ?? 0) + 1;
        } catch (e) {
          if (!(e instanceof AppError)) throw e;
        }
      }
      for (const caller of nodes.filter((n) => !n.deleted)) {
        const accounts = nodes.filter((n) => seesAccount(caller, n));
        const seen = things.filter((t) => seesThingToo(caller, t));
        const devids = seen.map((t) => t.devid).sort();
        expect(await seenBySql(caller.row)).toEqual({
          accounts: accounts.map((n) => n.row.id).sort(),
          things: devids,
          keys: devids,
        });
        for (const other of nodes) {
          if (!other.deleted)
            expect(covers(caller.row.path, other.row.path)).toBe(seesAccount(caller, other));
          const loaded = await loadAccount(server.services.db, actingAs(caller.row), other.row.id).then(
            (r) => r.id === other.row.id,
            (e) => !isNotFound(e) && Promise.reject(e),
          );
          expect(loaded).toBe(seesAccount(caller, other));
        }
        for (const t of things) {
          const found = await server.things.find(actingAs(caller.row), t.id).then(
            (r) => r.devid === t.devid,
            (e) => !isNotFound(e) && Promise.reject(e),
          );
          expect(found).toBe(seesThingToo(caller, t));
        }
      }
    }),
    { numRuns: 30 },
  );
  // A test in which every bind was refused would prove nothing.
  for (const what of ['create', 'register', 'bind', 'unbind', 'move', 'delete']) {
    expect(done[what], what).toBeGreaterThan(10);
  }
});

test('staff see only themselves, though their level is the main account’s', async () => {
  const main = await server.tenant();
  const staff = await server.account('staff', main);
  await server.account('factory', main);
  await server.things.register(server.as(main), [{ devid: 'STAFF_1', devtype: 'HE_BAT' }]);
  expect(await seenBySql(staff)).toEqual({ accounts: [staff.id], things: [], keys: [] });
});

test('an invalid id is not found, without an error of the database', async () => {
  const main = await server.tenant();
  for (const id of ['x', "' or 1=1 --", '', '00000000-0000-0000-0000-00000000000g']) {
    await expect(loadAccount(server.services.db, actingAs(main), id)).rejects.toMatchObject({
      codeName: 'notFound',
    });
    await expect(server.things.find(actingAs(main), id)).rejects.toMatchObject({ codeName: 'notFound' });
  }
});
