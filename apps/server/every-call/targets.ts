import type { Campaign, FirmwarePackage, ImportPreview, Route } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { testPassword } from '../testing/server.ts';
import { testSigner } from '../testing/signer.ts';
import { workbookOf } from '../testing/upload-sheet.ts';
import type { Actor, Sent, WholeServer } from './whole-server.ts';

/** The target of each call. Each new call needs an entry here; the matrix fails without it. */
export interface Target {
  /** Returns a request about a target of this actor. */
  send: (actor: Actor, world: Scene) => Sent | Promise<Sent>;
  /**
   * Owner of the target: `subtree`, the actor and all accounts above it; `own`, only the actor; `tenant`, all of the
   * tenant. Undefined when the call has no target beyond its path.
   */
  of?: 'subtree' | 'own' | 'tenant';
  /** Expected statuses of a valid call; 200 by default. */
  good?: readonly number[];
  /** Expected statuses for a target that the caller must not see; 404 by default. */
  refused?: readonly number[];
  /** Requests with two targets, one of the caller and one of another actor. Refused like those of others only. */
  mixed?: (mine: Actor, other: Actor, world: Scene) => Promise<Sent[]> | Sent[];
  /** For calls whose access depends on the target: the permitted roles, and the statuses of others, 403 by default. */
  only?: { roles: readonly number[]; others?: readonly number[] };
  /** It ends the caller's sessions. */
  ends?: true;
}

/** The server and a signer, to create targets with. */
export interface Scene extends WholeServer {
  signer: ReturnType<typeof testSigner>;
}

const anyId = '018f0000-0000-7000-8000-000000000001';
let count = 0;
const unique = () => String(++count);

/** A verdict about an hour of a counter. */
const verdict = {
  point: 'E_E_PV',
  from: Date.now() - 3_600_000,
  to: Date.now(),
  verdict: 'exclude',
  reason: 'Meter replaced',
};

const nothing: Target = { send: () => ({}) };
const tenant: Target = { send: (a) => ({ params: { tenantId: a.tenantId } }) };
const tenantWith = (more: (a: Actor) => Sent): Target => ({
  send: (a) => ({ ...more(a), params: { tenantId: a.tenantId, ...more(a).params } }),
});
const subtree = (more: (a: Actor, w: Scene) => Sent | Promise<Sent>): Target => ({
  of: 'subtree',
  send: async (a, w) => {
    const sent = await more(a, w);
    return { ...sent, params: { tenantId: a.tenantId, ...sent.params } };
  },
});
const own = (more: (a: Actor, w: Scene) => Sent | Promise<Sent>): Target => ({ ...subtree(more), of: 'own' });
const noSession = (sent: Sent, ...good: number[]): Target => ({ send: () => sent, good });

/** Creates a target as its owner and returns the reply's data. */
async function made<T>(w: Scene, a: Actor, route: Route, sent: Sent): Promise<T> {
  const reply = await w.send(a.token, route, sent);
  if (reply.status !== 200) throw new Error(`${a.name} could not make it: ${route.name} ${reply.text}`);
  return reply.json?.data as T;
}
const may = (a: Actor, route: Route) => Array.isArray(route.access) && route.access.includes(a.roleId);
/** An id of {@link made}, or any id if the actor may not create one, and so may not use one either. */
async function idFrom(w: Scene, a: Actor, route: Route, sent: Sent): Promise<string> {
  return may(a, route) || route.access === 'session'
    ? (await made<{ id: string }>(w, a, route, sent)).id
    : anyId;
}

const deviceModelBody = (id: string) => ({
  id,
  name: { en: id, zh: id },
  mapping: { messages: [{ topic: 'x', format: 'number', fields: [{ to: 'soc' }] }] },
});

/** A call about a draft of the actor's tenant. */
const ofModel = (more: (id: string, a: Actor, w: Scene) => Sent | Promise<Sent>): Target => ({
  of: 'tenant',
  send: async (a, w) => {
    const { id } = deviceModelBody(`MODEL_${unique()}`);
    if (may(a, contract.createDeviceModel))
      await made(w, a, contract.createDeviceModel, {
        params: { tenantId: a.tenantId },
        body: deviceModelBody(id),
      });
    const sent = await more(id, a, w);
    return { ...sent, params: { tenantId: a.tenantId, ...sent.params } };
  },
});

const freshUser = (more: (a: Actor, id: string) => Sent = (_a, id) => ({ params: { id } })): Target =>
  subtree(async (a, w) => {
    const { id } = a.roleId < 5 ? await w.freshAccount(a) : { id: anyId };
    const sent = more(a, id);
    return { ...sent, params: { id, ...sent.params } };
  });
const freshThing = (name = 'devNo'): Target =>
  subtree(async (a, w) => ({ params: { [name]: a.roleId < 2 ? (await w.freshThing(a)).devid : 'NONE' } }));

const event = (more: (id: string) => Sent): Target =>
  subtree(async (a, w) => {
    const { rows } = await w.test.services.pool.query<{ id: string }>(
      `insert into events (thing_id, code, name_en, name_zh, level, begin_time)
       select id, 'code' || $2, 'event of ' || devid, 'event of ' || devid, 1, now() from things where devid = $1 returning id`,
      [a.devid, unique()],
    );
    return more(rows[0]?.id as string);
  });

const watched = (a: Actor) => ({
  point: 'M_SOC',
  comparison: 'below',
  threshold: 5,
  account_id: a.subId,
});
const rule = (a: Actor) => ({
  name_en: `rule of ${a.userName}`,
  name_zh: `rule of ${a.userName}`,
  level: 1,
  ...watched(a),
});
const ruleId = (more: (a: Actor) => Sent): Target =>
  subtree(async (a, w) => {
    const sent = { params: { tenantId: a.tenantId }, body: rule(a) };
    return { ...more(a), params: { id: await idFrom(w, a, contract.insertRule, sent) } };
  });

const browserKeys = {
  // The base point of P-256: a valid public key.
  p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
};
const webhook = { kind: 'webhook', name: 'Hook', target: 'https://hooks.example.org/voltloop' };
/** A webhook of the actor, inserted directly: the call limits them to a few in an hour. */
async function channelOf(a: Actor, w: Scene): Promise<string> {
  const { rows } = await w.test.services.pool.query<{ id: string }>(
    `insert into notification_channels (account_id, kind, name, target, created_at, verified_at)
     values ($1, 'webhook', 'Hook of ' || $2, $3, now() - interval '2 hours', now()) returning id`,
    [a.accountId, a.userName, webhook.target],
  );
  return rows[0]?.id as string;
}
const notificationRule = async (a: Actor, w: Scene) => ({
  name: `rule of ${a.userName}`,
  least_level: 3,
  channel_ids: [await channelOf(a, w)],
});

const mainOf = (a: Actor, w: Scene) =>
  a.tenantId === w.foreign.tenantId ? w.foreign : (w.callers[0] as Actor);

/** A package of the actor's tenant. */
async function packageOf(anybody: Actor, w: Scene): Promise<string> {
  const a = mainOf(anybody, w);
  const content = Buffer.from(`firmware ${unique()}`);
  const about = { pkgtype: 'EMS_V2_firmware', version: `1.0.${count}` };
  const form = new FormData();
  for (const [name, value] of Object.entries(w.signer.fields(content, about))) form.append(name, value);
  form.append('file', new Blob([content]), 'ems.bin');
  const params = { tenantId: a.tenantId };
  return (await made<FirmwarePackage>(w, a, contract.uploadPackage, { params, form })).id;
}
const ofPackage: Target = {
  of: 'tenant',
  send: async (a, w) => ({ params: { tenantId: a.tenantId, id: await packageOf(a, w) } }),
};
/** The package of campaigns, one for each tenant. */
const published = new Map<string, string>();
async function campaignBody(a: Actor, w: Scene) {
  if (!published.has(a.tenantId)) published.set(a.tenantId, await packageOf(a, w));
  return { package_id: published.get(a.tenantId), things: [(await w.freshThing(a)).devid], waves: [100] };
}
const campaignOf = async (a: Actor, w: Scene) => {
  if (!may(a, contract.startCampaign)) return anyId;
  const sent = { params: { tenantId: a.tenantId }, body: await campaignBody(a, w) };
  return (await made<Campaign>(w, a, contract.startCampaign, sent)).id;
};
const campaign = (more: (id: string) => Sent = () => ({})): Target =>
  subtree(async (a, w) => {
    const id = await campaignOf(a, w);
    return { ...more(id), params: { id, ...more(id).params } };
  });

const ofBrand = (more: (a: Actor) => Sent = () => ({})): Target =>
  subtree((a) => ({ ...more(a), params: { id: a.accountId } }));

const template = (a: Actor) => ({ name: `${a.userName} ${unique()}`, values: { E_SOC_RSV: 20 } });
const ofTemplate = (more: (a: Actor) => Sent): Target =>
  subtree(async (a, w) => {
    const sent = { params: { tenantId: a.tenantId }, body: template(a) };
    return { ...more(a), params: { id: await idFrom(w, a, contract.createParamTemplate, sent) } };
  });
const batch = (devid: string) => ({ values: { E_SOC_RSV: 20 }, things: [devid] });
const ofBatch = (more: (a: Actor) => Sent): Target =>
  subtree(async (a, w) => {
    const sent = { params: { tenantId: a.tenantId }, body: batch(a.devid) };
    return { ...more(a), params: { id: await idFrom(w, a, contract.startParamBatch, sent) } };
  });

async function workbook(): Promise<FormData> {
  const header = ['Device id', 'Device', 'Account', 'Time zone', 'Longitude', 'Latitude', 'Installed on'];
  const rows = [[`INSIDE-IMP-${unique()}`, null, null, null, null, null, null]];
  const bytes = await workbookOf(header, rows);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'things.xlsx');
  return form;
}
/** Roles that import things. */
const importers = [0, 1];
/** One for each actor, shared by all calls that only read it, and one for each call that ends it. */
const previews = new Map<string, string>();
const preview = (ends?: { of: string; body?: object }): Target => ({
  ...own(async (a, w) => {
    const more = ends?.body ? { body: ends.body } : {};
    if (!importers.includes(a.roleId)) return { ...more, params: { id: anyId } };
    const key = `${ends?.of} ${a.accountId}`;
    if (!previews.has(key)) {
      const sent = { params: { tenantId: a.tenantId, kind: 'things' }, form: await workbook() };
      previews.set(key, (await made<ImportPreview>(w, a, contract.uploadImport, sent)).id);
    }
    return { ...more, params: { id: previews.get(key) as string } };
  }),
  only: { roles: importers, others: [404] },
});

const view = (of: 'own' | 'tenant', more: (id: string) => Sent): Target => ({
  of,
  send: async (a, w) => {
    const body = { screen: 'devices', name: `view ${unique()}`, state: { query: `?of=${a.userName}` } };
    const id = await idFrom(w, a, contract.saveView, { body });
    return more(id);
  },
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const image = () => {
  const form = new FormData();
  form.append('file', new Blob([png], { type: 'image/png' }), 'dot.png');
  return form;
};

const autoBind = (to: Actor, of: Actor): Sent => ({
  params: { userId: to.subId },
  query: { infoModelId: 'HE_BAT', thirdThingsId: of.devid },
});

const day = { begin_time: '1700000000000', end_time: '1700086400000' };
const model = { infoModelId: 'HE_BAT' };
const comparison = (...things: string[]): Sent => ({
  params: model,
  body: { things, data_points: ['M_SOC'], begin_time: 1_700_000_000_000, end_time: 1_700_086_400_000 },
});
const thingRow = (a: Actor) => ({ devids: [a.devid], format: 'csv' });
const wrongCode = { password: testPassword, code: '000000' };

/** A site of the actor's end user, optionally with a device. */
async function siteOf(a: Actor, w: Scene, devid?: string): Promise<string> {
  const { pool } = w.test.services;
  const { rows } = await pool.query<{ id: string }>(
    `insert into sites (tenant_id, account_id, name, time_zone) values ($1, $2, $3, 'UTC') returning id`,
    [a.tenantId, a.subId, `site of ${a.userName}`],
  );
  const id = rows[0]?.id as string;
  if (devid !== undefined)
    await pool.query(
      `insert into site_devices (site_id, thing_id, since)
       select $1, id, quarter_of(now() - interval '1 hour') from things where devid = $2`,
      [id, devid],
    );
  return id;
}
const ofSite = (more: Sent = {}): Target =>
  subtree(async (a, w) => ({ ...more, params: { id: await siteOf(a, w) } }));
/** A device without a site; end users cannot change one. */
const looseThing = async (a: Actor, w: Scene) =>
  a.roleId < 5 ? (await w.freshThing(a)).devid : `INSIDE-${unique()}-NONE`;
const ofSiteDevice = (body: (a: Actor, w: Scene) => object | Promise<object> = () => ({})): Target =>
  subtree(async (a, w) => {
    const devid = await looseThing(a, w);
    return { params: { id: await siteOf(a, w, devid), devid }, body: await body(a, w) };
  });
const tariff = {
  kind: 'flat',
  currency: 'EUR',
  import_price: '0.3',
  feed_in_price: '0.08',
  standing_charge: '0',
};
const ofTariff = (more: Sent = {}): Target =>
  subtree(async (a, w) => {
    const id = await siteOf(a, w);
    await w.test.services.pool.query(
      `insert into site_tariffs (site_id, from_day, content) values ($1, '2026-01-01', $2)`,
      [id, JSON.stringify(tariff)],
    );
    return { ...more, params: { id, from: '2026-01-01' } };
  });
const ownerLimits = {
  enabled: true,
  reserve_min_pct: 0,
  reserve_max_pct: 90,
  modes: [0, 1, 2],
  windows_max: 4,
  grid_charge: true,
  power_max_w: 5000,
};
/** The actor's device, with settings that its owner may change. */
const openDevice = subtree(async (a, w) => {
  await w.test.services.pool.query(
    `insert into owner_limits (thing_id, content, updated_by, updated_at)
     select id, $2, $3, now() from things where devid = $1
     on conflict (thing_id) do update set content = excluded.content, updated_by = excluded.updated_by`,
    [a.devid, JSON.stringify(ownerLimits), a.accountId],
  );
  return { params: { thingsId: a.devid }, body: { reserve_pct: 20 } };
});
/** A transfer from the actor's end user to the actor; that of an end user goes to the factory. */
const ofTransfer: Target = subtree(async (a, w) => {
  const receiver = a.subId === a.accountId ? (w.callers[1] as Actor).accountId : a.accountId;
  const { rows } = await w.test.services.pool.query<{ id: string }>(
    `insert into site_transfers (tenant_id, site_id, giver_id, receiver_id, share_history, requested_by, expires_at)
     values ($1, $2, $3, $4, true, $5, now() + interval '1 day') returning id`,
    [a.tenantId, await siteOf(a, w), a.subId, receiver, (w.callers[0] as Actor).accountId],
  );
  return { params: { id: rows[0]?.id as string } };
});

const exportOf = (more: object = {}) => ({
  name: `export ${unique()}`,
  scope: 'subtree',
  content: 'energy',
  agg_interval: '1d',
  format: 'csv',
  every: 'day',
  time_zone: 'UTC',
  hour: 6,
  language: 'en',
  ...more,
});
/** A scheduled export of the actor, inserted directly: the call limits their number. */
const ofExport = (more: Sent = {}): Target =>
  own(async (a, w) => {
    const { rows } = await w.test.services.pool.query<{ id: string }>(
      `insert into export_schedules (account_id, name, scope, content, agg_interval, agg_type, format, every, time_zone,
         hour, language, next_day, next_at, created_at, updated_at)
       values ($1, 'export of ' || $2, 'subtree', 'energy', '1d', 'avg', 'csv', 'day', 'UTC', 6, 'en', current_date,
         now() + interval '1 day', now(), now()) returning id`,
      [a.accountId, a.userName],
    );
    return { ...more, params: { id: rows[0]?.id as string } };
  });

/** By the route's name. */
export const targets: Record<string, Target> = {
  // Sessions
  createSession: noSession({ body: { username: 'nobody_here', password: testPassword } }, 401),
  createAdminSession: noSession({ body: { username: 'nobody_here', password: testPassword } }, 401),
  assetLogin: noSession({ body: { loginName: 'nobody_here', password: testPassword } }, 401),
  refreshSession: noSession({}, 401),
  'passport.read': noSession({ params: { serial: 'NONE' } }, 404),
  'passport.readData': noSession({ params: { serial: 'NONE' } }, 404),
  redeemLoginCode: noSession({ body: { code: 'no such code' } }, 401),
  // No provider is configured there.
  startOidc: noSession({ body: { redirect: '/home/index' } }, 404),
  finishOidc: noSession({ body: { answer: '?code=x&state=y' } }, 404),
  linkOidc: { send: () => ({ body: { password: testPassword } }), good: [404] },
  unlinkOidc: { send: () => ({ body: { password: testPassword } }), good: [404] },
  logout: noSession({}, 200),
  logoutGet: noSession({}, 200),
  assetLogout: noSession({ body: {} }, 200),
  getSetup: noSession({}, 200),
  createFirstAccount: noSession(
    {
      body: {
        code: 'x',
        user_name: 'second',
        password: testPassword,
        name: 'Second',
        email: 'second@example.org',
      },
    },
    409,
  ),
  // No mail server is configured there.
  forgotPassword: noSession({ body: { name: 'nobody' } }, 409),
  resetPasswordByLink: noSession({ body: { code: 'no such code', password: testPassword } }, 404),
  lookInvitation: noSession({ body: { code: 'no such code' } }, 404),
  acceptInvitation: noSession(
    { body: { code: 'x', email: 'a@example.org', password: testPassword, name: 'A', user_name: 'accepted' } },
    404,
  ),
  listOwnSessions: nothing,
  endOwnSession: own(async (a, w) => {
    const { token } = await w.signIn(a.userName);
    const sessions = await made<{ id: string; current: boolean }[]>(
      w,
      { ...a, token },
      contract.listOwnSessions,
      {},
    );
    return { params: { id: sessions.find((s) => s.current)?.id ?? '' } };
  }),
  endOtherSessions: { ...nothing, ends: true },
  createLoginCode: nothing,
  listApiTokens: nothing,
  createApiToken: {
    send: () => ({ body: { name: 'Reports', scope: 'read', days: 30, password: testPassword } }),
  },
  revokeApiToken: own(async (a, w) => {
    const { rows } = await w.test.services.pool.query<{ id: string }>(
      `insert into api_tokens (account_id, name, token_hash, scope, families, created_at, expires_at)
       values ($1, 'Token of ' || $2, sha256($3::bytea), 'read', '{portal}', now(), now() + interval '1 year') returning id`,
      [a.accountId, a.userName, `token ${unique()}`],
    );
    return { params: { id: rows[0]?.id ?? '' } };
  }),

  // The caller's account
  getSelf: nothing,
  assetInfo: nothing,
  updateSelf: { send: () => ({ body: { city: 'Fulda' } }) },
  setAvatar: { send: () => ({ form: image() }) },
  removeAvatar: nothing,
  readAvatar: subtree(async (a, w) => {
    await made(w, a, contract.setAvatar, { form: image() });
    return { params: { id: a.accountId } };
  }),
  updatePreferences: { send: () => ({ body: { language: 'en' } }) },
  changePassword: {
    send: () => ({ body: { password: 'Another-4-tests', origin_password: 'not the old one' } }),
    good: [400],
  },
  getSecurity: nothing,
  getFirstSteps: nothing,
  listOwnActivity: nothing,
  enrolTwoFactor: { send: () => ({ body: { password: testPassword } }) },
  confirmTwoFactor: { send: () => ({ body: { code: '000000' } }), good: [400] },
  renewRecoveryCodes: { send: () => ({ body: wrongCode }), good: [409] },
  // Only the enrolment started above exists, and is discarded.
  disableTwoFactor: { send: () => ({ body: wrongCode }) },

  // Accounts below
  listUsers: subtree((a) => ({ query: { parent_id: a.subId } })),
  userTree: subtree((a) => ({ query: { parent_id: a.subId } })),
  exportUsers: subtree((a) => ({ query: { parent_id: a.subId, format: 'csv' } })),
  developerUsers: tenant,
  getUser: subtree((a) => ({ params: { id: a.subId } })),
  createUser: subtree((a) => ({
    body: {
      email: `u${unique()}@example.org`,
      password: testPassword,
      name: 'New',
      kind: 'enduser',
      parent_id: a.accountId,
    },
  })),
  updateUser: subtree((a) => ({ params: { id: a.subId }, body: { city: 'Fulda' } })),
  deleteUser: freshUser(),
  resetUserPassword: freshUser(() => ({ body: { password: 'Reset-4-tests' } })),
  resetTwoFactor: { ...freshUser(), good: [409] },
  setUserState: freshUser(() => ({ body: { disabled: true } })),
  moveUser: {
    ...freshUser((a) => ({ body: { parent_id: a.accountId } })),
    mixed: async (mine, other, w) => [
      { params: { id: (await w.freshAccount(mine)).id }, body: { parent_id: other.accountId } },
    ],
  },
  createInvitation: tenantWith(() => ({ body: { kind: 'enduser' } })),
  listInvitations: tenant,
  revokeInvitation: subtree(async (a, w) => {
    if (!may(a, contract.createInvitation)) return { params: { id: anyId } };
    const sent = { params: { tenantId: a.tenantId }, body: { kind: 'enduser' } };
    const { invitation } = await made<{ invitation: { id: string } }>(w, a, contract.createInvitation, sent);
    return { params: { id: invitation.id } };
  }),

  // Personal data
  exportOwnData: nothing,
  exportPersonalData: subtree((a) => ({ params: { id: a.subId } })),
  erasePersonalData: subtree(async (a, w) => {
    const { id, userName } = a.roleId < 5 ? await w.freshAccount(a) : { id: anyId, userName: 'nobody' };
    return { params: { id }, body: { password: testPassword, user_name: userName } };
  }),

  // Tenants, by the operator of the instance
  listTenants: nothing,
  getTenant: { send: (a) => ({ params: { id: a.tenantId } }) },
  createTenant: {
    send: () => {
      const name = `tenant${unique()}`;
      return { body: { name, user_name: `main_${name}`.slice(0, 16), email: `${name}@example.org` } };
    },
  },
  // Both main accounts have signed in.
  renewTenantSetUp: { send: (a) => ({ params: { id: a.tenantId } }), good: [409] },
  setTenantLimits: { send: (a) => ({ params: { id: a.tenantId }, body: { devices: null } }) },
  setTenantRetention: { send: (a) => ({ params: { id: a.tenantId }, body: { raw: null } }) },
  setTenantOfflineAfter: {
    send: (a) => ({ params: { id: a.tenantId }, body: { offline_after_s: null } }),
  },
  setTenantState: { send: (a) => ({ params: { id: a.tenantId }, body: { disabled: false } }) },

  // Notifications
  getNotifications: nothing,
  insertChannel: { send: () => ({ body: webhook }) },
  insertPushChannel: {
    send: (a) => ({
      body: { name: 'Browser', endpoint: `https://push.example.org/${a.userName}`, keys: browserKeys },
    }),
  },
  confirmChannel: {
    ...own(async (a, w) => ({ params: { id: await channelOf(a, w) }, body: { code: '1' } })),
    good: [404],
  },
  testChannel: own(async (a, w) => ({ params: { id: await channelOf(a, w) } })),
  resumeChannel: own(async (a, w) => ({ params: { id: await channelOf(a, w) } })),
  deleteChannel: own(async (a, w) => ({ params: { id: await channelOf(a, w) } })),
  // Channels are fields of a form.
  insertNotificationRule: {
    ...own(async (a, w) => ({ body: await notificationRule(a, w) })),
    refused: [400],
  },
  updateNotificationRule: {
    ...own(async (a, w) => {
      const body = await notificationRule(a, w);
      return { params: { id: await idFrom(w, a, contract.insertNotificationRule, { body }) }, body };
    }),
    refused: [400],
  },
  deleteNotificationRule: own(async (a, w) => {
    const body = await notificationRule(a, w);
    return { params: { id: await idFrom(w, a, contract.insertNotificationRule, { body }) } };
  }),
  previewNotificationRule: { send: () => ({ body: { least_level: 2 } }) },
  listEventCodes: nothing,
  listEscalationPeople: nothing,
  setQuietHours: { send: () => ({ body: { quiet_from: 1320, quiet_to: 420 } }) },
  listNotificationMessages: nothing,

  // Things
  listThings: subtree((a) => ({ query: { account: a.subId } })),
  listUserThings: subtree((a) => ({ params: { userId: a.subId } })),
  thingIds: subtree((a) => ({ query: { account: a.subId } })),
  exportThings: {
    ...subtree((a) => ({ body: thingRow(a) })),
    mixed: (mine, other) => [{ body: { devids: [mine.devid, other.devid], format: 'csv' } }],
  },
  developerThings: tenantWith(() => ({ query: { kind: 'backup' } })),
  getThing: subtree((a) => ({ params: { devNo: a.devid } })),
  getDevice: subtree((a) => ({ params: { devId: a.devid } })),
  updateThing: subtree((a) => ({ params: { devNo: a.devid }, body: { desc: { name: 'Ada' } } })),
  registerThing: tenantWith(() => ({ body: { devid: `INSIDE-${unique()}-NEW` } })),
  deleteThing: freshThing(),
  rotateSecret: freshThing(),
  listBindings: subtree((a) => ({ params: { devNo: a.devid } })),
  bindThings: {
    ...subtree((a) => ({ query: { userIds: a.subId }, body: [a.devid] })),
    mixed: (mine, other) => [
      { query: { userIds: mine.subId }, body: [mine.devid, other.devid] },
      { query: { userIds: `${mine.subId},${other.subId}` }, body: [mine.devid] },
    ],
  },
  unbindThings: subtree(async (a, w) => ({
    query: { userIds: a.subId },
    body: [a.roleId < 5 ? (await w.freshThing(a)).devid : a.devid],
  })),
  unbindThingsPost: subtree(async (a, w) => ({
    query: { userIds: a.subId },
    body: [a.roleId < 5 ? (await w.freshThing(a)).devid : a.devid],
  })),
  autoBind: {
    ...subtree((a) => autoBind(a, a)),
    // The neighbouring end user has it already.
    good: [200, 409],
    mixed: (mine, other) => [autoBind(mine, other), autoBind(other, mine)],
  },
  thingSummary: tenant,
  attentionList: tenant,
  fleetInsight: tenant,
  thingPositions: tenant,
  thingVersions: tenant,
  fleetPower: tenant,

  // Measurements
  getInfoModel: tenantWith(() => ({ params: model })),
  batchData: {
    ...subtree((a) => ({ params: model, query: { thirdThingsIds: a.devid } })),
    mixed: (mine, other) => [{ params: model, query: { thirdThingsIds: `${mine.devid},${other.devid}` } }],
  },
  batchLastData: {
    ...subtree((a) => ({ body: [{ devid: a.devid }] })),
    mixed: (mine, other) => [{ body: [{ devid: mine.devid }, { devid: other.devid }] }],
  },
  historyAggregation: subtree((a) => ({
    params: { ...model, thingsId: a.devid },
    body: { begin_time: 1_700_000_000_000, end_time: 1_700_086_400_000, data_points: ['M_SOC'] },
  })),
  aggregations: subtree((a) => ({
    params: { ...model, thingsId: a.devid },
    query: { ...day, data_points: 'E_ChargeEnergy' },
  })),
  exportHistory: subtree((a) => ({ params: { thingsId: a.devid }, query: day })),
  exportComparison: {
    ...subtree((a) => comparison(a.devid)),
    mixed: (mine, other) => [comparison(mine.devid, other.devid)],
  },
  fleetEnergy: tenant,
  energyPeriod: {
    ...subtree((a) => ({ query: { period: 'month', devids: a.devid } })),
    mixed: (mine, other) => [{ query: { period: 'month', devids: `${mine.devid},${other.devid}` } }],
  },
  energyCounters: {
    ...subtree((a) => ({ query: { devids: a.devid } })),
    mixed: (mine, other) => [{ query: { devids: `${mine.devid},${other.devid}` } }],
  },
  thingForecast: subtree((a) => ({ params: { thingsId: a.devid } })),
  doubtfulReadings: subtree((a) => ({
    params: { thingsId: a.devid },
    query: { begin_time: String(Date.now() - 86_400_000), end_time: String(Date.now()) },
  })),
  decideReadings: subtree((a) => ({ params: { thingsId: a.devid }, body: verdict })),
  restoreReadings: subtree(async (a, w) => {
    const { rows } = await w.test.services.pool.query<{ id: string }>(
      `insert into counter_verdicts (thing_id, point, from_time, to_time, verdict, reason, created_by, created_at)
       select id, 480, now() - interval '1 hour', now(), 'exclude', 'Meter replaced', $2, now()
       from things where devid = $1 returning id`,
      [a.devid, a.accountId],
    );
    return { params: { thingsId: a.devid, verdictId: rows[0]?.id ?? anyId } };
  }),
  thingEnergyHours: subtree((a) => ({
    params: { thingsId: a.devid },
    query: { year: '2026', energy: 'load' },
  })),
  listRejects: tenant,
  live: {
    ...subtree((a) => ({ query: { things: a.devid } })),
    mixed: (mine, other) => [{ query: { things: `${mine.devid},${other.devid}` } }],
  },
  deviceIngest: noSession({ params: { id: 'INSIDE-1' }, body: {} }, 401),
  deviceRaw: noSession({ params: { id: 'INSIDE-1', name: 'status' }, body: {} }, 401),

  // Device models
  listDeviceModels: tenant,
  // Who cannot create one asks for none.
  getDeviceModel: { ...ofModel((id) => ({ params: { id } })), good: [200, 404] },
  createDeviceModel: tenantWith(() => ({ body: deviceModelBody(`MODEL_${unique()}`) })),
  saveDeviceModelDraft: ofModel((id) => ({
    params: { id },
    body: { document: deviceModelBody(id), revision: 1 },
  })),
  discardDeviceModelDraft: ofModel((id) => ({ params: { id } })),
  activateDeviceModel: ofModel((id) => ({ params: { id }, body: { revision: 1 } })),
  retireDeviceModel: ofModel(async (id, a, w) => {
    if (may(a, contract.createDeviceModel))
      await made(w, a, contract.activateDeviceModel, {
        params: { tenantId: a.tenantId, id },
        body: { revision: 1 },
      });
    return { params: { id } };
  }),
  previewDeviceModel: tenantWith(() => ({
    body: { document: deviceModelBody('PREVIEW'), messages: [{ topic: 'x', payload: '1' }] },
  })),
  listModelCatalogue: tenant,
  // One entry for each tenant and catalogue: further installations of it are refused.
  installDeviceModel: { ...tenantWith(() => ({ params: { id: 'VICTRON_VENUS_MQTT' } })), good: [200, 409] },

  // Commands
  sendMessage: subtree(async (a, w) => ({
    params: { thingsId: a.roleId < 3 ? (await w.freshThing(a)).devid : a.devid },
    query: { async: 'true' },
    body: { cmd: 'report', params: {} },
  })),
  listMessages: subtree((a) => ({ params: { thingsId: a.devid } })),

  // Parameters
  getOwnerControl: subtree((a) => ({ params: { thingsId: a.devid } })),
  // All devices of this scene are offline.
  readOwnerControl: { ...subtree((a) => ({ params: { thingsId: a.devid } })), good: [409] },
  setOwnerControl: openDevice,
  putThingOwnerLimits: subtree(async (a, w) => ({
    params: { thingsId: a.roleId < 4 ? (await w.freshThing(a)).devid : a.devid },
    body: { limits: ownerLimits, version: 0 },
  })),
  getAccountOwnerLimits: subtree((a) => ({ params: { userId: a.accountId } })),
  putAccountOwnerLimits: subtree((a) => ({
    params: { userId: a.accountId },
    body: { limits: null, version: 0 },
  })),
  getParams: subtree((a) => ({ params: { thingsId: a.devid } })),
  readParams: {
    // Reading is refused while another command of the device is pending, so the call does not wait for an answer.
    ...subtree(async (a, w) => {
      if (!may(a, contract.sendMessage)) return { params: { thingsId: a.devid } };
      const { devid } = await w.freshThing(a);
      const params = { tenantId: a.tenantId, thingsId: devid };
      const body = { cmd: 'report', params: {} };
      await made(w, a, contract.sendMessage, { params, query: { async: 'true' }, body });
      return { params: { thingsId: devid } };
    }),
    good: [409],
  },
  listParamSets: subtree((a) => ({ params: { thingsId: a.devid } })),
  listParamChanges: subtree((a) => ({ params: { thingsId: a.devid } })),
  listParamTemplates: tenant,
  createParamTemplate: tenantWith((a) => ({ body: template(a) })),
  updateParamTemplate: ofTemplate((a) => ({ body: { ...template(a), version: 1 } })),
  deleteParamTemplate: ofTemplate(() => ({})),
  previewParamBatch: subtree((a) => ({ body: batch(a.devid) })),
  startParamBatch: subtree((a) => ({ body: batch(a.devid) })),
  listParamBatches: tenant,
  getParamBatch: ofBatch(() => ({})),
  listParamJobs: ofBatch(() => ({})),
  cancelParamBatch: ofBatch(() => ({})),
  retryParamBatch: { ...ofBatch(() => ({ body: {} })), good: [200, 409] },

  // Events and rules
  listEvents: subtree((a) => ({ query: { account_id: a.subId } })),
  countEvents: subtree((a) => ({ query: { account_id: a.subId } })),
  exportEvents: subtree((a) => ({ query: { account_id: a.subId, format: 'csv' } })),
  getEvent: event((id) => ({ params: { id } })),
  acknowledgeEvent: event((id) => ({ params: { id }, body: {} })),
  acknowledgeEvents: event((id) => ({ body: { ids: [id] } })),
  listRules: tenant,
  // Account and thing are fields of a form: another caller's are an error of the field.
  insertRule: {
    ...subtree((a) => ({ body: rule(a) })),
    refused: [400],
    mixed: (mine, other) => [{ body: { ...rule(mine), devid: other.devid } }],
  },
  previewRule: {
    ...subtree((a) => ({ body: watched(a) })),
    refused: [400],
    mixed: (mine, other) => [{ body: { ...watched(mine), devid: other.devid } }],
  },
  updateRule: ruleId((a) => ({ body: { ...rule(a), account_id: undefined, version: 1 } })),
  deleteRule: { ...ruleId(() => ({})), good: [204] },

  // Firmware
  lastPackage: tenantWith(() => ({ query: { pkgtype: 'EMS_V2_firmware' } })),
  listPackages: tenant,
  uploadPackage: {
    send: async (a, w) => {
      const content = Buffer.from(`firmware ${unique()}`);
      const form = new FormData();
      const about = { pkgtype: 'EMS_V2_firmware', version: `1.0.${count}` };
      for (const [name, value] of Object.entries(w.signer.fields(content, about))) form.append(name, value);
      form.append('file', new Blob([content]), 'ems.bin');
      return { params: { tenantId: a.tenantId }, form };
    },
  },
  packageFile: ofPackage,
  publishPackage: { ...ofPackage, good: [409] },
  withdrawPackage: ofPackage,
  listFirmwareKeys: tenant,
  addFirmwareKey: tenantWith(() => ({
    body: { name: `key ${unique()}`, public_key: testSigner().publicKey },
  })),
  revokeFirmwareKey: {
    of: 'tenant',
    send: async (a, w) => {
      const body = { name: `key ${unique()}`, public_key: testSigner().publicKey };
      const sent = { params: { tenantId: a.tenantId }, body };
      return { params: { tenantId: a.tenantId, id: await idFrom(w, a, contract.addFirmwareKey, sent) } };
    },
  },
  downloadFirmware: noSession({ params: { job: anyId } }, 401),
  listUpgradable: tenantWith(() => ({ query: { pkgtype: 'EMS_V2_firmware' } })),
  firmwareVersions: tenant,
  previewCampaign: subtree(async (a, w) => ({ body: a.roleId < 3 ? await campaignBody(a, w) : {} })),
  startCampaign: subtree(async (a, w) => ({ body: a.roleId < 3 ? await campaignBody(a, w) : {} })),
  listCampaigns: tenant,
  getCampaign: campaign(),
  moveCampaign: campaign((id) => ({ params: { id, step: 'pause' } })),
  retryCampaign: { ...campaign(() => ({ body: {} })), good: [200, 409] },
  listJobs: campaign(),
  cancelJob: subtree(async (a, w) => {
    if (!may(a, contract.startCampaign)) return { params: { id: anyId } };
    const params = { tenantId: a.tenantId, id: await campaignOf(a, w) };
    const { list } = await made<{ list: { id: string }[] }>(w, a, contract.listJobs, { params });
    return { params: { id: list[0]?.id ?? '' } };
  }),

  // Imports
  importTemplate: { ...tenantWith(() => ({ params: { kind: 'things' } })), only: { roles: importers } },
  uploadImport: {
    only: { roles: importers },
    send: async (a) => ({ params: { tenantId: a.tenantId, kind: 'things' }, form: await workbook() }),
  },
  getImport: preview(),
  listImportRows: preview(),
  importErrors: preview(),
  confirmImport: preview({ of: 'confirm', body: {} }),
  discardImport: preview({ of: 'discard' }),

  // Preferences, views, files, areas
  getPreference: { send: () => ({ params: { key: 'shell' } }) },
  putPreference: { send: () => ({ params: { key: 'shell' }, body: { value: { theme: 1 } } }) },
  'backoffice.search': { send: () => ({ query: { search: 'anything' } }) },
  listViews: { send: () => ({ query: { screen: 'devices' } }) },
  saveView: { send: () => ({ body: { screen: 'devices', name: 'mine', state: { query: '' } } }) },
  getView: view('tenant', (id) => ({ params: { id } })),
  renameView: view('own', (id) => ({ params: { id }, body: { name: `renamed ${unique()}` } })),
  deleteView: view('own', (id) => ({ params: { id } })),
  defaultView: view('own', (id) => ({ body: { screen: 'devices', id } })),
  uploadFile: { send: () => ({ form: image() }) },
  readFile: {
    of: 'tenant',
    send: async (a, w) => {
      const path = await made<string>(w, a, contract.uploadFile, { form: image() });
      return { params: { id: path.split('/').at(-1) ?? '' } };
    },
  },
  discardFile: {
    of: 'own',
    send: async (a, w) => {
      const path = await made<string>(w, a, contract.uploadFile, { form: image() });
      return { params: { id: path.split('/').at(-1) ?? '' } };
    },
  },
  getProvList: nothing,
  getProvCityList: nothing,
  getCityByProvId: { send: () => ({ query: { provId: '440000' } }) },
  getAreaByCityId: { send: () => ({ query: { cityId: '440300' } }) },
  getAreaData: noSession({}, 200),

  // Brands
  getBrand: noSession({}, 200),
  readBrandLogo: noSession({ params: { id: anyId } }, 404),
  listBrands: tenant,
  readBrand: ofBrand(),
  saveBrand: ofBrand(() => ({ body: { name: 'Sun and Company', color: '#304156' } })),
  removeBrand: ofBrand(),
  setBrandLogo: ofBrand(() => ({ form: image() })),
  removeBrandLogo: ofBrand(),
  setBrandHost: ofBrand((a) => ({ body: { host: `${a.accountId}.example` } })),

  // Sites
  listSites: subtree((a) => ({ query: { account: a.subId } })),
  siteTags: tenant,
  getSite: ofSite(),
  createSite: subtree((a) => ({ body: { name: `site ${unique()}`, owner: a.subId, time_zone: 'UTC' } })),
  updateSite: ofSite({ body: { name: 'Mill' } }),
  deleteSite: ofSite(),
  addSiteDevice: {
    ...subtree(async (a, w) => ({
      params: { id: await siteOf(a, w) },
      body: { devid: await looseThing(a, w) },
    })),
    mixed: async (mine, other, w) => [
      { params: { id: await siteOf(mine, w) }, body: { devid: await looseThing(other, w) } },
      { params: { id: await siteOf(other, w) }, body: { devid: await looseThing(mine, w) } },
    ],
  },
  removeSiteDevice: ofSiteDevice(),
  replaceSiteDevice: ofSiteDevice(async (a, w) => ({ by: await looseThing(a, w) })),
  siteEnergy: ofSite({ query: day }),
  siteForecast: ofSite(),
  siteEnergyHours: ofSite({ query: { year: '2026', energy: 'pv' } }),
  siteEnergyPeriod: ofSite({ query: { period: 'month' } }),
  siteSeries: ofSite({ query: day }),
  listSiteNotes: ofSite(),
  addSiteNote: ofSite({ body: { text: 'Seen' } }),
  deleteSiteNote: subtree(async (a, w) => {
    const id = await siteOf(a, w);
    const { rows } = await w.test.services.pool.query<{ id: string }>(
      `insert into site_notes (site_id, author_id, text) values ($1, $2, 'note') returning id`,
      [id, a.accountId],
    );
    return { params: { id, noteId: rows[0]?.id as string } };
  }),
  listSiteTariffs: ofSite(),
  siteTariffProposal: ofSite(),
  putSiteTariff: ofTariff({ body: tariff }),
  deleteSiteTariff: ofTariff(),
  getSitePrices: ofSite(),
  putSitePrices: ofSite({ body: { text: '2026-01-01 00:00,0.1' } }),
  // For a site without an address.
  fetchSitePrices: { ...ofSite(), good: [409] },
  siteCost: ofSite({ query: day }),
  siteReport: ofSite({ query: { month: '2026-01' } }),
  // No mail server is configured here.
  listReportSchedules: nothing,
  saveReportSchedule: {
    send: async (a, w) => ({ body: { site: await siteOf(a, w), language: 'en' } }),
    good: [409],
  },
  deleteReportSchedule: { send: () => ({ params: { id: anyId } }), good: [404] },
  unsubscribeReports: noSession({ body: { code: 'none' } }, 404),

  // Scheduled exports
  listExportSchedules: nothing,
  createExportSchedule: {
    ...subtree(async (a, w) => ({ body: exportOf({ scope: 'site', site: await siteOf(a, w) }) })),
    mixed: (mine, other) => [{ body: exportOf({ scope: 'devices', devices: [mine.devid, other.devid] }) }],
    refused: [404, 400],
  },
  updateExportSchedule: ofExport({ body: exportOf({ name: 'Renamed' }) }),
  deleteExportSchedule: ofExport(),
  runExportSchedule: ofExport({ body: {} }),
  listExportRuns: ofExport(),
  // No file was created.
  exportRunFile: { send: () => ({ params: { id: anyId } }), good: [404] },
  deleteExportRunFile: { send: () => ({ params: { id: anyId } }), good: [404] },
  deviceMetrics: subtree(async (a, w) => ({ query: { site: await siteOf(a, w) } })),
  fleetReport: subtree((a) => ({ query: { month: '2026-01', account: a.subId } })),
  listTransfers: tenant,

  // Webhooks
  listWebhooks: nothing,
  createWebhook: {
    send: () => ({ body: { name: 'Hook', url: 'https://hook.example.org/', object_types: ['thing'] } }),
  },
  testWebhook: { send: () => ({ params: { id: anyId } }), good: [404] },
  resumeWebhook: { send: () => ({ params: { id: anyId } }), good: [404] },
  deleteWebhook: { send: () => ({ params: { id: anyId } }), good: [404] },

  requestTransfer: subtree(async (a, w) => ({
    body: { site: await siteOf(a, w), receiver: (w.callers[1] as Actor).userName },
  })),
  acceptTransfer: ofTransfer,
  declineTransfer: ofTransfer,
  cancelTransfer: ofTransfer,

  // Legacy calls
  legacyDevices: subtree((a) => ({ query: { username: a.subId } })),
  legacyDeviceCount: subtree((a) => ({ query: { username: a.subId } })),
  legacyCreateDevice: { send: () => ({ body: { devid: `INSIDE-${unique()}-OLD` } }) },
  legacyDeleteDevice: freshThing('devId'),
  legacyBindDevices: {
    ...subtree((a) => ({ body: { username: a.subId, devices: [a.devid] } })),
    mixed: (mine, other) => [
      { body: { username: mine.subId, devices: [mine.devid, other.devid] } },
      { body: { username: other.userName, devices: [mine.devid] } },
    ],
  },
  legacyDeviceData: subtree((a) => ({ params: { id: a.devid } })),
  legacySubusers: subtree((a) => ({ query: { username: a.subId } })),
  legacyRegisterSubuser: subtree((a) => ({
    body: {
      username: `olduser${unique()}`,
      password: testPassword,
      parentStr: a.userName,
      accessControllerList: [5],
    },
  })),
  legacyUser: subtree((a) => ({ params: { id: a.subId } })),
};
