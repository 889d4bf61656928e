import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Things } from '../../modules/fleet/things/index.ts';
import {
  type AccountRow,
  type Accounts,
  accountByUserName,
  actingAs,
  hashPassword,
} from '../../modules/people/accounts/index.ts';
import type { Ctx, PublicCtx } from '../../platform/ctx.ts';
import type { Services } from '../../platform/services.ts';
import { type Assignment, assign, contactOf, type DemoThing, installedDaysAgo, placed } from './assign.ts';
import { demoPassword, demoTenant, demoTree } from './demo-accounts.ts';

const DAY_MS = 86_400_000;
/** Things are registered on this many days of the past, so that lists by date are not empty. */
const DATES = 24;

/**
 * Fills an empty instance with the demo tenant: accounts of every kind, and the given things bound to them. It uses
 * the public verbs, so everything is validated and audited. Another run creates what is missing, so the next start
 * completes an interrupted seed.
 * @param given the simulated systems; their order determines their owners
 * @returns the systems at the places of their homes, with the secrets of their devices, or null if the instance has accounts outside the demo: then
 * nothing is changed
 */
export async function seedDemo<T extends DemoThing>(
  services: Services,
  accounts: Accounts,
  things: Things,
  given: readonly T[],
): Promise<(T & { secret: string })[] | null> {
  if (!(await mayBeDemo(services))) return null;
  // Everything is registered before the history that will be filled in.
  const historyDays = services.config.demoDays;
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
  const assigned = assign(given);
  const fleet = placed(given, assigned);
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

/** Only an instance without accounts, or one with a begun demo seed, may be filled. */
export async function mayBeDemo({ pool }: Services): Promise<boolean> {
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
      userName: root.userName,
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

/** An account of the demo, created by the main account if it does not exist. */
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
  const existing = seed.people.get(p.userName) ?? (await accountByUserName(seed.services.db, p.userName));
  if (existing) {
    seed.people.set(p.userName, existing);
    return existing;
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

/**
 * The demo fleet's MQTT secrets. The registry stores hashes only, so the secrets of the simulated devices are stored
 * beside the data, readable by the server's own user only.
 */
function credentialsFile(dataDir: string): string {
  return join(dataDir, 'demo', 'devices.json');
}

/** Devices with their secrets; an empty list if there is no readable file. */
async function readCredentials<T extends { devid: string; secret: string }>(file: string): Promise<T[]> {
  try {
    const list: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Array.isArray(list) ? (list as T[]).filter((d) => typeof d?.secret === 'string') : [];
  } catch {
    return [];
  }
}

/** Replaces the file atomically, so that it is never incomplete. */
async function writeCredentials(file: string, devices: readonly object[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  await writeFile(fresh, `${JSON.stringify(devices, null, 1)}\n`, { mode: 0o600 });
  // `mode` applies only when a file is created; a file left behind by a killed run may have another.
  await chmod(fresh, 0o600);
  await rename(fresh, file);
}

/** Registers and binds by date, oldest first, so that the audit chain is in chronological order. */
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
    // After each batch: a killed run leaves no device behind whose secret is unknown.
    const usable = fleet.filter((t) => secrets.has(t.devid));
    await writeCredentials(
      file,
      usable.map((t) => ({ ...t, secret: secrets.get(t.devid) })),
    );
  }
  return secrets;
}

async function seedBatch(
  seed: Seed,
  ctx: Ctx,
  batch: readonly DemoThing[],
  assigned: ReadonlyMap<string, Assignment>,
  fleetState: { registered: ReadonlySet<string>; secrets: Map<string, string>; daysAgo: number },
): Promise<void> {
  const main = seed.people.get(ctx.caller.userName);
  if (!main) throw new Error('The demo has no main account');
  const installTime = ctx.now.toISOString().slice(0, 10);
  const boundTo = new Map<string, string[]>();
  for (const thing of batch) {
    const { owner, boundTo: userName } = assigned.get(thing.devid) ?? { owner: null, boundTo: null };
    if (owner) {
      await person(seed, main, fleetState.daysAgo, {
        userName: owner.userName,
        kind: 'enduser',
        name: owner.name,
        parent: owner.installer,
        country: thing.place.country,
      });
    }
    if (userName !== null) boundTo.set(userName, [...(boundTo.get(userName) ?? []), thing.devid]);
  }
  const missing = batch.filter((t) => !fleetState.registered.has(t.devid));
  const made = await seed.things.register(
    ctx,
    missing.map((t) => ({
      devid: t.devid,
      devtype: 'HE_BAT',
      devname: t.name,
      desc: {
        name: seed.people.get(assigned.get(t.devid)?.boundTo ?? '')?.name ?? 'Not assigned yet',
        ...contactOf(t, assigned.get(t.devid)?.beside ?? t.devid),
        installTime,
      },
      time_zone: t.place.tz,
      gps: { longitude: t.place.lon, latitude: t.place.lat },
    })),
  );
  for (const { thing, secret } of made) fleetState.secrets.set(thing.devid, secret);
  // Registered by a run that was killed before it could store the secret.
  for (const t of batch.filter(
    (t) => fleetState.registered.has(t.devid) && !fleetState.secrets.has(t.devid),
  )) {
    fleetState.secrets.set(t.devid, (await seed.things.rotateSecret(ctx, t.devid)).secret);
  }
  for (const [userName, devids] of boundTo) {
    const account = seed.people.get(userName);
    if (account) await seed.things.bind(ctx, [account.id], devids);
  }
}
