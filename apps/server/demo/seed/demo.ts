import {
  type AccountRow,
  type Accounts,
  accountByUserName,
  actingAs,
  hashPassword,
} from '../../modules/accounts/index.ts';
import type { Things } from '../../modules/things/index.ts';
import type { Ctx, PublicCtx } from '../../platform/ctx.ts';
import type { Services } from '../../platform/services.ts';
import { type Assignment, assign, contactOf, type DemoThing, installedDaysAgo } from './assign.ts';
import { credentialsFile, readCredentials, writeCredentials } from './credentials.ts';
import { demoPassword, demoTenant, demoTree } from './demo-accounts.ts';

const DAY_MS = 86_400_000;
/** Things are registered on this many days of the past, so that lists by date have something to show. */
const DATES = 24;

/**
 * Fills an empty instance with the demo tenant: accounts of every kind, and the given things bound among them. All of
 * it goes through the public verbs, so it is checked and audited like all other work. Run again it makes what is
 * missing, so a seed that was cut short is completed by the next start.
 *
 * @param fleet The simulated systems; their order decides who owns which.
 * @param options.historyDays Days of history that will be filled in: everything is registered before they begin.
 * @returns the systems with the secrets their devices sign in with, or null where the instance holds accounts that are
 *   not the demo's: then nothing is touched.
 */
export async function seedDemo<T extends DemoThing>(
  services: Services,
  accounts: Accounts,
  things: Things,
  fleet: readonly T[],
  options: { historyDays?: number } = {},
): Promise<(T & { secret: string })[] | null> {
  if (!(await mayBeDemo(services))) return null;
  const historyDays = options.historyDays ?? services.config.demoDays;
  const seed: Seed = {
    services,
    accounts,
    things,
    oldest_days: 2 * Math.max(historyDays, 60) + 30,
    newest_days: historyDays + 2,
    people: new Map(),
    passwordHash: '',
  };
  const main = await seedTree(seed);
  const assigned = assign(fleet);
  const secrets = await seedThings(seed, main, fleet, assigned);
  await services.pool.query(
    `update instance_facts set value = jsonb_build_object('things', $1::int), updated_at = now() where key = 'demo'`,
    [fleet.length],
  );
  return fleet.map((t) => ({ ...t, secret: secrets.get(t.devid) ?? '' }));
}

interface Seed {
  services: Services;
  accounts: Accounts;
  things: Things;
  oldest_days: number;
  newest_days: number;
  people: Map<string, AccountRow>;
  /** Hashed once: the same password for a few hundred accounts. */
  passwordHash: string;
}

/** Only an instance without accounts, or one that a demo seed has begun, may be filled. */
async function mayBeDemo({ pool }: Services): Promise<boolean> {
  const { rows } = await pool.query<{ demo: boolean; empty: boolean }>(
    `select exists(select from instance_facts where key = 'demo') as demo, not exists(select from accounts) as empty`,
  );
  if (!rows[0]?.demo && !rows[0]?.empty) return false;
  await pool.query(
    `insert into instance_facts (key, value) values ('demo', '{}') on conflict (key) do nothing`,
  );
  return true;
}

function systemAt(seed: Seed, daysAgo: number): PublicCtx {
  const now = new Date(seed.services.clock().getTime() - daysAgo * DAY_MS);
  return { caller: null, now, ip: '', requestId: 'demo', log: seed.services.log };
}

const ctxAt = (seed: Seed, account: AccountRow, daysAgo: number): Ctx => ({
  ...systemAt(seed, daysAgo),
  caller: actingAs(account),
});

async function seedTree(seed: Seed): Promise<AccountRow> {
  const { accounts, services } = seed;
  const [root, ...rest] = demoTree;
  if (!root) throw new Error('The demo tree is empty');
  const days = seed.oldest_days + 10;
  const main =
    (await accountByUserName(services.db, root.userName)) ??
    (await accounts.createFirstAccount(systemAt(seed, days), {
      user_name: root.userName,
      password: demoPassword,
      name: root.name,
      tenantName: demoTenant,
      timeZone: 'Australia/Sydney',
      firstSteps: 'skipped',
    }));
  seed.people.set(main.userName, main);
  for (const { userName, kind, parent, name, country } of rest) {
    await person(seed, main, days, { userName, kind, name, parent: parent ?? root.userName, country });
  }
  return main;
}

/** An account of the demo, made by the main account when it is not there yet. */
async function person(
  seed: Seed,
  main: AccountRow,
  daysAgo: number,
  p: {
    userName: string;
    kind: AccountRow['kind'];
    name: string;
    parent: string;
    country?: string | undefined;
  },
): Promise<AccountRow> {
  const known = seed.people.get(p.userName) ?? (await accountByUserName(seed.services.db, p.userName));
  if (known) {
    seed.people.set(p.userName, known);
    return known;
  }
  const parent = seed.people.get(p.parent);
  if (!parent) throw new Error(`The demo account ${p.userName} has no parent`);
  seed.passwordHash ||= await hashPassword(demoPassword);
  const made = await seed.accounts.createAccount(ctxAt(seed, main, daysAgo), {
    kind: p.kind,
    parentId: parent.id,
    userName: p.userName,
    name: p.name,
    email: `${p.userName}@demo.voltloop.example`,
    country: p.country ?? null,
    passwordHash: seed.passwordHash,
    firstSteps: 'skipped',
  });
  seed.people.set(p.userName, made);
  return made;
}

/** Registers and binds date by date, oldest first, so that the audit chain is in the order of its times. */
async function seedThings<T extends DemoThing>(
  seed: Seed,
  main: AccountRow,
  fleet: readonly T[],
  assigned: ReadonlyMap<string, Assignment>,
): Promise<Map<string, string>> {
  const file = credentialsFile(seed.services.config.dataDir);
  const secrets = new Map((await readCredentials(file)).map((d) => [d.devid, d.secret]));
  const registered = new Set((await seed.things.visibleKeys(actingAs(main))).map((t) => t.devid));
  if (fleet.every((t) => registered.has(t.devid) && secrets.has(t.devid))) return secrets;

  const step = Math.max(1, Math.ceil(fleet.length / DATES));
  for (let from = 0; from < fleet.length; from += step) {
    const batch = fleet.slice(from, from + step);
    const days = installedDaysAgo(from, fleet.length, seed.newest_days, seed.oldest_days);
    await seedBatch(seed, ctxAt(seed, main, days), batch, assigned, { registered, secrets, daysAgo: days });
    // After each batch: a run that is killed leaves nothing behind that nobody can sign in as.
    const known = fleet.filter((t) => secrets.has(t.devid));
    await writeCredentials(
      file,
      known.map((t) => ({ ...t, secret: secrets.get(t.devid) })),
    );
  }
  return secrets;
}

async function seedBatch(
  seed: Seed,
  ctx: Ctx,
  batch: readonly DemoThing[],
  assigned: ReadonlyMap<string, Assignment>,
  known: { registered: ReadonlySet<string>; secrets: Map<string, string>; daysAgo: number },
): Promise<void> {
  const main = seed.people.get(ctx.caller.userName);
  if (!main) throw new Error('The demo has no main account');
  const installTime = ctx.now.toISOString().slice(0, 10);
  const boundTo = new Map<string, string[]>();
  for (const thing of batch) {
    const { owner, boundTo: userName } = assigned.get(thing.devid) ?? { owner: null, boundTo: null };
    if (owner) {
      await person(seed, main, known.daysAgo, {
        userName: owner.userName,
        kind: 'enduser',
        name: owner.name,
        parent: owner.installer,
        country: thing.place.country,
      });
    }
    if (userName !== null) boundTo.set(userName, [...(boundTo.get(userName) ?? []), thing.devid]);
  }
  const missing = batch.filter((t) => !known.registered.has(t.devid));
  const made = await seed.things.register(
    ctx,
    missing.map((t) => ({
      devid: t.devid,
      devtype: 'HE_BAT',
      devname: t.name,
      desc: {
        name: seed.people.get(assigned.get(t.devid)?.boundTo ?? '')?.name ?? 'Not assigned yet',
        ...contactOf(t),
        installTime,
      },
      time_zone: t.place.tz,
      gps: { longitude: t.place.lon, latitude: t.place.lat },
    })),
  );
  for (const { thing, secret } of made) known.secrets.set(thing.devid, secret);
  // Registered by a run that was killed before it could note the secret.
  for (const t of batch.filter((t) => known.registered.has(t.devid) && !known.secrets.has(t.devid))) {
    known.secrets.set(t.devid, (await seed.things.rotateSecret(ctx, t.devid)).secret);
  }
  for (const [userName, devids] of boundTo) {
    const account = seed.people.get(userName);
    if (account) await seed.things.bind(ctx, [account.id], devids);
  }
}
