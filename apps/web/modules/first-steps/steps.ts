import type { FirstStepFacts } from '@voltloop/contract/calls/first-steps.ts';
import type { AccountKind } from '@voltloop/contract/roles.ts';

/** Pure: the first steps of an account in order, and which of them are done. */

export type StepId =
  | 'register'
  | 'device'
  | 'people'
  | 'bind'
  | 'tariff'
  | 'channel'
  | 'secondFactor'
  | 'work'
  | 'batteries'
  | 'trace'
  | 'search';

export interface Step {
  id: StepId;
  done: boolean;
  /** URL of the step's page; null if there is none. */
  to: string | null;
  /** Selector of the step's control; null if the page itself is the step. */
  at: string | null;
  /** Whether another step must be done first. */
  waits: boolean;
}

const registering = ['register', 'people', 'bind', 'channel', 'secondFactor'] as const;
const receiving = ['device', 'people', 'bind', 'channel', 'secondFactor'] as const;
const stepsOfKind: Record<AccountKind, readonly StepId[]> = {
  main: registering,
  factory: registering,
  agent1: receiving,
  agent2: receiving,
  company: receiving,
  installer: receiving,
  enduser: ['device', 'tariff', 'channel', 'secondFactor'],
  staff: ['work', 'batteries', 'trace', 'search', 'secondFactor'],
};

/** Equivalent pages of different roles; the first one that the account may open is used. */
export const USERS_PATHS: readonly string[] = ['/secondDistributorUserManager/index', '/userManager/index'];
export const DEVICES_PATH = '/deviceManager/index';
const SECURITY_PATHS = ['/endUserPage/personalInformation/index', '/security/index'];

const guide = (name: string) => `[data-guide="${name}"]`;
const pages: Record<StepId, { paths?: readonly string[]; query?: string; at: string | null }> = {
  register: { paths: [DEVICES_PATH], at: guide('register-device') },
  device: { at: null },
  people: { paths: USERS_PATHS, query: '?tab=invitations', at: guide('invite') },
  bind: { paths: [DEVICES_PATH], at: '[role="grid"] [role="row"] button[aria-haspopup="menu"]' },
  tariff: { at: guide('tariffs') },
  channel: { paths: ['/notifications/index'], at: guide('add-channel') },
  secondFactor: { paths: SECURITY_PATHS, at: guide('second-factor') },
  work: { paths: ['/backoffice/home/work'], at: null },
  batteries: { paths: ['/backoffice/battery'], at: null },
  trace: { paths: ['/backoffice/query'], at: null },
  search: { at: guide('search') },
};

/** Steps done by visiting a page: the server has no facts about them. */
const VISITED: ReadonlySet<StepId> = new Set(['work', 'batteries', 'trace', 'search']);

export const isVisitStep = (id: StepId): boolean => VISITED.has(id);

interface StepsInput {
  kind: AccountKind;
  facts: FirstStepFacts;
  /** Ids of the visited steps. */
  seen: readonly string[];
  mayOpen: (path: string) => boolean;
}

/** The first steps of an account, without those whose page it may not open. */
export function stepsOf({ kind, facts, seen, mayOpen }: StepsInput): Step[] {
  return stepsOfKind[kind].flatMap((id) => {
    const { paths, query = '', at } = pages[id];
    const path = paths?.find(mayOpen);
    if (paths && path === undefined) return [];
    const to = id === 'tariff' ? siteOf(facts) : path === undefined ? null : path + query;
    const waits = (id === 'bind' && !facts.device) || (id === 'tariff' && facts.site_id === null);
    return [{ id, done: isDone(id, facts, seen), to, at, waits }];
  });
}

const siteOf = ({ site_id }: FirstStepFacts) =>
  site_id === null ? null : `/sites/site/${encodeURIComponent(site_id)}`;

function isDone(id: StepId, facts: FirstStepFacts, seen: readonly string[]): boolean {
  switch (id) {
    case 'register':
    case 'device':
      return facts.device;
    case 'people':
      return facts.people;
    case 'bind':
      return facts.bound_below;
    case 'tariff':
      return facts.tariff;
    case 'channel':
      return facts.channel;
    case 'secondFactor':
      return facts.second_factor;
    default:
      return seen.includes(id);
  }
}

/**
 * The step to take next: the first that is open and possible. None while a first device must be requested: the
 * message for that is below the steps.
 */
export function nextOf(steps: readonly Step[]): Step | undefined {
  const next = steps.find((step) => !step.done && !step.waits);
  return next && (next.to !== null || next.at !== null) ? next : undefined;
}

/** The stored ids of visited steps; anything else is ignored. */
export function seenOf(value: unknown): string[] {
  const seen = typeof value === 'object' && value !== null && 'seen' in value ? value.seen : [];
  return Array.isArray(seen) ? seen.filter((each) => typeof each === 'string') : [];
}
