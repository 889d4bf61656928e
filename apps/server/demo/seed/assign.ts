import { createHash } from 'node:crypto';
import { type DemoAccount, demoTree, fullName, ownerNames } from './demo-accounts.ts';

/** Pure: assigns demo things to accounts. The same for the same things, whatever their number. */

/** The part of a simulated system that the seed needs. */
export interface DemoThing {
  devid: string;
  name: string;
  place: { name?: string; country?: string; lat: number; lon: number; tz: string };
}

export interface DemoOwner {
  userName: string;
  name: string;
  installer: string;
}

export interface Assignment {
  /** User name of the account the thing is bound to; null: only the main account. */
  boundTo: string | null;
  /** The details of that account, if it is an end user created for the thing. */
  owner: DemoOwner | null;
  /** Devid of the owner's first system, if this is a further one: all of them are in one home. */
  beside: string | null;
}

const installers = demoTree.filter((a) => a.kind === 'installer');
const byUserName = new Map(demoTree.map((a) => [a.userName, a]));

/** A number from 0 to 1 that depends on the devid and the question only. */
function chance(devid: string, question: string): number {
  return createHash('sha256').update(`${devid} ${question}`).digest().readUInt32BE(0) / 2 ** 32;
}

function pick<T>(list: readonly T[], at: number): T {
  return list[Math.floor(at * list.length)] as T;
}

/** Installers for a zone: those who name it, else those who name its continent, else all. */
function installersFor(zone: string): readonly DemoAccount[] {
  const exact = installers.filter((i) => i.zones?.includes(zone));
  if (exact.length > 0) return exact;
  const continent = installers.filter((i) => i.zones?.some((z) => z.endsWith('/') && zone.startsWith(z)));
  return continent.length > 0 ? continent : installers;
}

function installerOf(thing: DemoThing): DemoAccount {
  const near = installersFor(thing.place.tz);
  const shares = near.reduce((sum, i) => sum + (i.share ?? 1), 0);
  let left = chance(thing.devid, 'installer') * shares;
  for (const i of near) {
    left -= i.share ?? 1;
    if (left < 0) return i;
  }
  return near.at(-1) as DemoAccount;
}

/** The number of systems of `demo_enduser`: the first ones of the demo installer's homes. */
const DEMO_OWNER_SYSTEMS = 3;

/**
 * Some 60 % belong to end users, most of the rest to installers and their companies, a few to factories, and a few
 * are not bound yet. One owner in eight has two systems.
 */
export function assign(things: readonly DemoThing[]): Map<string, Assignment> {
  const result = new Map<string, Assignment>();
  const lastOwner = new Map<string, { owner: DemoOwner; first: string }>();
  const ofDemoOwner: string[] = [];
  for (const thing of things) {
    const installer = installerOf(thing);
    const level = chance(thing.devid, 'level');
    const company = installer.parent as string;
    if (level < 0.6) {
      const mine = installer.userName === 'demo_installer' && ofDemoOwner.length < DEMO_OWNER_SYSTEMS;
      if (mine) {
        result.set(thing.devid, { boundTo: 'demo_enduser', owner: null, beside: ofDemoOwner[0] ?? null });
        ofDemoOwner.push(thing.devid);
        continue;
      }
      const before = lastOwner.get(installer.userName);
      const isSecond = before !== undefined && chance(thing.devid, 'second') < 0.125;
      const { owner, first } = isSecond ? before : { owner: newOwner(thing, installer), first: thing.devid };
      lastOwner.set(installer.userName, { owner, first });
      result.set(thing.devid, { boundTo: owner.userName, owner, beside: isSecond ? first : null });
      continue;
    }
    const boundTo =
      level < 0.84 ? installer.userName : level < 0.92 ? company : level < 0.96 ? factoryOf(installer) : null;
    result.set(thing.devid, { boundTo, owner: null, beside: null });
  }
  return result;
}

/** The things with further systems of an owner at the place of the first one, and named after it: `Penrith 03 B`. */
export function placed<T extends DemoThing>(
  things: readonly T[],
  assigned: ReadonlyMap<string, Assignment>,
): T[] {
  const byDevid = new Map(things.map((thing) => [thing.devid, thing]));
  const perHome = new Map<string, number>();
  return things.map((thing) => {
    const first = byDevid.get(assigned.get(thing.devid)?.beside ?? '');
    if (!first) return thing;
    const n = (perHome.get(first.devid) ?? 0) + 1;
    perHome.set(first.devid, n);
    return { ...thing, name: `${first.name} ${String.fromCharCode(65 + n)}`, place: first.place };
  });
}

function newOwner(thing: DemoThing, installer: DemoAccount): DemoOwner {
  const country = [thing.place.country, installer.country, 'AU'].find((c) => c && ownerNames[c]) ?? 'AU';
  const names = ownerNames[country];
  const first = pick(names?.first ?? [], chance(thing.devid, 'first'));
  const last = pick(names?.last ?? [], chance(thing.devid, 'last'));
  return {
    // The devid's digits make it unique and easy to find.
    userName: `home_${thing.devid.replace(/\D/g, '').slice(-10)}`,
    name: fullName(country, first, last),
    installer: installer.userName,
  };
}

function factoryOf(account: DemoAccount): string {
  let at: DemoAccount | undefined = account;
  while (at && at.kind !== 'factory') at = at.parent ? byUserName.get(at.parent) : undefined;
  return at?.userName ?? 'demo_factory';
}

/** How many days ago the thing at `index` of the fleet was installed: `max` for the first, `min` for the last. */
export function installedDaysAgo(index: number, count: number, min: number, max: number): number {
  return Math.round(max - (max - min) * (index / Math.max(1, count)));
}

/**
 * A made-up telephone number and street for the description.
 * @param home devid of the home's first system
 */
export function contactOf(thing: DemoThing, home: string): { mobile: string; address: string } {
  const digits = Math.floor(chance(home, 'mobile') * 1e8)
    .toString()
    .padStart(8, '0');
  const street = pick(
    ['Station', 'Church', 'River', 'Park', 'Mill', 'Garden', 'Hill', 'School', 'Lake', 'Forest'],
    chance(home, 'street'),
  );
  const number = 1 + Math.floor(chance(home, 'number') * 180);
  return { mobile: `04${digits}`, address: `${number} ${street} Street, ${thing.place.name ?? ''}`.trim() };
}
