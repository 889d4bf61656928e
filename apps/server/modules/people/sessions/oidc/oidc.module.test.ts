import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from '../../../../demo/mailbox.ts';
import { startOidcProvider, type TestProvider, visitProvider } from '../../../../testing/oidc-provider.ts';
import { startTestServer, type TestServer, testPassword } from '../../../../testing/server.ts';
import { type TestWorld, testWorld } from '../../../../testing/world.ts';
import type { AccountRow } from '../../accounts/index.ts';

const PUBLIC_URL = 'http://127.0.0.1:4999';
const OWN = '/v1/admin/tenant/users/self';

let world: TestWorld;
let provider: TestProvider;
let server: TestServer;
let other: TestServer;
let main: AccountRow;
let mailbox: Mailbox;
let mapped: Record<string, string>;
const servers: TestServer[] = [];
const started = async (env: Record<string, string>) => {
  const one = await startTestServer(world.databaseUrl, { ...provider.env, ...env });
  servers.push(one);
  return one;
};

beforeAll(async () => {
  world = await testWorld({ clickhouse: false });
  mailbox = await startMailbox();
  provider = await startOidcProvider({ publicUrl: PUBLIC_URL });
  const plain = await startTestServer(world.databaseUrl);
  servers.push(plain);
  main = await plain.tenant();
  const company = await plain.account('company', main);
  mapped = {
    OIDC_CREATE_ACCOUNTS: 'true',
    OIDC_GROUPS: JSON.stringify([
      { group: 'managers', kind: 'staff', parent: main.userName, role: 'Manager' },
      { group: 'store', kind: 'staff', parent: main.userName, role: 'Store' },
      { group: 'fitters', kind: 'installer', parent: company.userName },
      { group: 'lost', kind: 'staff', parent: main.userName, role: 'No such role' },
      { group: 'upside-down', kind: 'factory', parent: company.userName },
      { group: 'orphans', kind: 'enduser', parent: 'nobody_here' },
    ]),
  };
  for (const name of ['Manager', 'Store'])
    await plain.services.pool.query('insert into roles (tenant_id, name) values ($1, $2)', [
      main.tenantId,
      name,
    ]);
  server = await started(mapped);
  other = await started(mapped);
});
beforeEach(async () => {
  await server.services.pool.query('delete from login_limits');
  later(3600);
});
afterAll(async () => {
  for (const each of servers.reverse()) await each.stop();
  await provider.stop();
  await mailbox.stop();
  await world.stop();
});

function later(seconds: number): void {
  const now = new Date((servers[0] as TestServer).clock.now.getTime() + seconds * 1000);
  for (const each of servers) each.clock.now = now;
}

let people = 0;
/** A person at the provider. */
function person(claims: Record<string, unknown>): string {
  const name = `person-${++people}`;
  provider.people.set(name, { name: `Person ${people}`, ...claims });
  return name;
}

interface Cookie {
  name: string;
  value: string;
}

/** A browser with its cookies. */
class Browser {
  cookies = new Map<string, string>();

  async post(at: TestServer, path: string, body: unknown, more: Record<string, string> = {}) {
    const reply = await at.app.inject({
      method: 'POST',
      url: path,
      payload: body as object,
      headers: {
        platform: 'IOT',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...more,
      },
    });
    for (const { name, value } of reply.cookies as Cookie[])
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    return { status: reply.statusCode, cookies: reply.cookies as Cookie[], ...reply.json() };
  }

  async start(at = server, body: unknown = {}): Promise<string> {
    const reply = await this.post(at, '/v1/auth/oidc/start', body);
    expect(reply.status).toBe(200);
    return reply.data.url;
  }

  finish(answer: string, at = server, headers: Record<string, string> = {}) {
    return this.post(at, '/v1/auth/oidc/finish', { answer }, headers);
  }

  async signIn(name: string, at = server) {
    return this.finish(await visitProvider(await this.start(at), name), at);
  }
}

const signIn = (name: string, at = server) => new Browser().signIn(name, at);
const reasonOf = (reply: { data: { key: string }[] | null }) => reply.data?.[0]?.key;
const rowsOf = async (accountId: string, action: string) =>
  (
    await server.services.pool.query(
      'select details, actor_id, ip::text from audit where object_id = $1 and action = $2 order by seq',
      [accountId, action],
    )
  ).rows;
const lastRefusal = async () =>
  (
    await server.services.pool.query(
      "select object_id, details from audit where action = 'session.refuse' order by seq desc limit 1",
    )
  ).rows[0];

describe('the first sign-in', () => {
  test('creates the account that the groups are mapped to, without a password, below the account of the mapping', async () => {
    const name = person({
      groups: ['others', 'store'],
      email: 'ada@example.org',
      email_verified: true,
      preferred_username: 'ada.lovelace',
    });
    const browser = new Browser();
    const reply = await browser.signIn(name);
    expect(reply.status).toBe(200);
    const { login } = reply.data;
    expect(login).toMatchObject({
      user_name: 'adalovelace',
      kind: 'staff',
      role_name: 'Store',
      parent_id: main.id,
      must_change_password: false,
    });
    const self = await server.call(login.token, 'GET', OWN);
    expect(self.data).toMatchObject({ email: 'ada@example.org' });
    expect((await server.call(login.token, 'GET', `${OWN}/security`)).data).toMatchObject({
      has_password: false,
      sso: { name: 'SSO', identity: { label: 'ada@example.org' } },
    });
    expect(await rowsOf(login.user_id, 'account.create')).toMatchObject([{ details: { kind: 'staff' } }]);
    expect(await rowsOf(login.user_id, 'account.identity.link')).toMatchObject([
      { details: { origin: 'groups', subject: name }, actor_id: login.user_id },
    ]);
    expect(await rowsOf(login.user_id, 'session.create')).toMatchObject([{ details: { door: 'oidc' } }]);
    // The refresh cookie works, and the session shows how it was opened.
    const renewed = await browser.post(server, '/v1/admin/control/sessions/refresh', {});
    expect(renewed.status).toBe(200);
    const sessions = await server.call(renewed.data.token, 'GET', '/v1/admin/control/sessions');
    expect(sessions.data).toMatchObject([{ way: 'oidc', current: true }]);

    // It has no password, and no link by e-mail sets one.
    for (const password of ['!', '', 'Right-4-tests'])
      expect(
        (
          await server.call(null, 'POST', '/v1/admin/control/sessions', {
            username: 'adalovelace',
            password: password || ' ',
          })
        ).status,
      ).toBe(401);
    const change = { password: 'Another-4-me', origin_password: '!' };
    const refused = await server.call(renewed.data.token, 'PUT', `${OWN}/password`, change);
    expect([refused.status, reasonOf(refused)]).toEqual([400, 'account.password.none']);
  });

  test('creates one account for several concurrent sign-ins', async () => {
    const name = person({ groups: ['fitters'] });
    const [a, b] = await Promise.all([signIn(name), signIn(name, other)]);
    expect([a.status, b.status]).toEqual([200, 200]);
    expect(a.data.login.user_id).toBe(b.data.login.user_id);
    expect(a.data.login).toMatchObject({ kind: 'installer', name: provider.people.get(name)?.name });
  });

  test('does not store an address that the provider has not verified', async () => {
    const reply = await signIn(
      person({ groups: ['fitters'], email: 'claimed@example.org', email_verified: false }),
    );
    expect((await server.call(reply.data.login.token, 'GET', OWN)).data).toMatchObject({ email: null });
  });

  test('chooses a valid name where the wanted one is invalid or taken', async () => {
    const names = [];
    for (const preferred_username of [main.userName, main.userName, '1 天!', '<b>'.repeat(30)]) {
      const reply = await signIn(person({ groups: ['fitters'], preferred_username, name: undefined }));
      expect(reply.status).toBe(200);
      names.push(reply.data.login.user_name);
    }
    expect(new Set([...names, main.userName]).size).toBe(5);
    for (const each of names) expect(each).toMatch(/^[A-Za-z][A-Za-z0-9_]{5,15}$/);
  });

  test('is refused without a mapped group, with a message and an audit row', async () => {
    for (const groups of [[], ['strangers'], undefined]) {
      const reply = await signIn(person(groups ? { groups } : {}));
      expect([reply.status, reply.code, reasonOf(reply)]).toEqual([403, 4030004, 'sso.unmapped']);
      expect(reply.cookies.filter(({ value }: Cookie) => value !== '')).toEqual([]);
      expect(await lastRefusal()).toMatchObject({ details: { door: 'oidc', reason: 'unmapped' } });
    }
  });

  test('is refused where the mapping names no existing account, and changes nothing', async () => {
    const count = async () =>
      (await server.services.pool.query('select count(*)::int as n from accounts')).rows[0].n;
    const before = await count();
    for (const group of ['lost', 'upside-down', 'orphans'])
      expect(reasonOf(await signIn(person({ groups: [group] })))).toBe('sso.misconfigured');
    expect(await count()).toBe(before);
  });

  test('is refused where accounts are not created', async () => {
    const strict = await started({ ...mapped, OIDC_CREATE_ACCOUNTS: 'false' });
    expect(reasonOf(await signIn(person({ groups: ['store'] }), strict))).toBe('sso.noAccount');
    const unmapped = await started({});
    expect(reasonOf(await signIn(person({ groups: ['store'] }), unmapped))).toBe('sso.noAccount');
  });
});

describe('a later sign-in', () => {
  test('follows the groups: a changed role at once, and a refusal when no group is mapped any more', async () => {
    const name = person({ groups: ['store'] });
    const first = (await signIn(name)).data.login;
    provider.people.set(name, { groups: ['managers', 'store'] });
    const second = (await signIn(name, other)).data.login;
    expect([second.user_id, second.role_name]).toEqual([first.user_id, 'Manager']);
    expect(await rowsOf(first.user_id, 'account.update')).toMatchObject([
      { details: { fields: ['role_id'], group: 'managers' } },
    ]);
    provider.people.set(name, { groups: ['fitters'] });
    expect(reasonOf(await signIn(name))).toBe('sso.unmapped');
    provider.people.set(name, { groups: [] });
    expect(reasonOf(await signIn(name))).toBe('sso.unmapped');
    expect(await lastRefusal()).toMatchObject({ object_id: first.user_id, details: { reason: 'unmapped' } });
  });

  test('is refused while the account is disabled; a deleted account is created again', async () => {
    const name = person({ groups: ['fitters'] });
    const { login } = (await signIn(name)).data;
    await server.accounts.setState(server.as(main), login.user_id, true);
    expect(reasonOf(await signIn(name))).toBe('sso.disabled');
    await server.accounts.setState(server.as(main), login.user_id, false);
    expect((await signIn(name)).data.login.user_id).toBe(login.user_id);
    await server.accounts.deleteAccount(server.as(main), login.user_id);
    const again = await signIn(name);
    expect(again.status).toBe(200);
    expect(again.data.login.user_id).not.toBe(login.user_id);
  });
});

describe('an answer of the provider', () => {
  test('works on another node', async () => {
    const browser = new Browser();
    const url = await browser.start(server, { redirect: '/account/index?x=1' });
    const answer = await visitProvider(url, person({ groups: ['store'] }));
    const reply = await browser.finish(answer, other);
    expect([reply.status, reply.data.redirect]).toEqual([200, '/account/index?x=1']);
  });

  test('works once, on any node, even when it is sent twice at once with the cookie', async () => {
    const browser = new Browser();
    const answer = await visitProvider(await browser.start(), person({ groups: ['store'] }));
    const copy = new Browser();
    copy.cookies = new Map(browser.cookies);
    const both = await Promise.all([browser.finish(answer), copy.finish(answer, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(both.find(({ status }) => status === 401)?.code).toBe(4010009);
    copy.cookies = new Map([['voltloop_oidc', copy.cookies.get('voltloop_oidc') ?? '']]);
    expect((await copy.finish(answer)).code).toBe(4010009);
  });

  test('works only in the browser that started the visit', async () => {
    const name = person({ groups: ['store'] });
    const attacker = new Browser();
    const answer = await visitProvider(await attacker.start(), name);
    // Without a visit, and with one of its own.
    const victim = new Browser();
    expect((await victim.finish(answer)).code).toBe(4010009);
    await victim.start();
    expect((await victim.finish(answer)).code).toBe(4010009);
    // Its own state with the code of the other.
    const own = new URLSearchParams(await visitProvider(await victim.start(), name));
    own.set('code', new URLSearchParams(answer).get('code') ?? '');
    expect((await victim.finish(`?${own}`)).code).toBe(4010010);
  });

  test('works for ten minutes', async () => {
    const browser = new Browser();
    const answer = await visitProvider(await browser.start(), person({ groups: ['store'] }));
    later(601);
    expect((await browser.finish(answer)).code).toBe(4010009);
  });

  test.each(['nonce', 'code_challenge'])('does not work with the %s of another visit', async (parameter) => {
    const browser = new Browser();
    const foreign = new URL(await new Browser().start());
    const url = new URL(await browser.start());
    url.searchParams.set(parameter, foreign.searchParams.get(parameter) ?? '');
    const reply = await browser.finish(await visitProvider(url.href, person({ groups: ['store'] })));
    expect([reply.status, reply.code]).toEqual([401, 4010010]);
    expect(reply.cookies.filter(({ value }: Cookie) => value !== '')).toEqual([]);
  });

  test('with an error opens no session', async () => {
    const browser = new Browser();
    const answer = await visitProvider(await browser.start(), null);
    expect(answer).toContain('error=access_denied');
    expect((await browser.finish(answer)).code).toBe(4010010);
  });

  test('that is malformed is refused, and many of them lock the address', async () => {
    for (const answer of ['', '?', '?state=x&code=y', '?state=%00', '?code=%ff&state=a&state=b'])
      expect((await new Browser().finish(answer)).code).toBe(4010009);
    for (let i = 5; i < 50; i++) await new Browser().finish('?state=x');
    const locked = await new Browser().finish('?state=x');
    expect([locked.status, locked.code]).toEqual([429, 4290001]);
  });

  test('is refused without the header that pages of other origins cannot send', async () => {
    for (const call of ['start', 'finish']) {
      const reply = await server.app.inject({
        method: 'POST',
        url: `/v1/auth/oidc/${call}`,
        payload: { answer: '' },
      });
      expect(reply.statusCode).toBe(400);
    }
  });
});

test('the cookie of a visit is inaccessible to scripts and other origins, lives ten minutes, and is sealed', async () => {
  const reply = await new Browser().post(server, '/v1/auth/oidc/start', {});
  const cookie = reply.cookies.find(({ name }: Cookie) => name === 'voltloop_oidc');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/v1/auth/oidc', maxAge: 600 });
  const url = new URL(reply.data.url);
  expect(url.origin).toBe(provider.issuer);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    redirect_uri: `${PUBLIC_URL}/sso`,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
  });
  expect(Buffer.from(String(cookie?.value), 'base64url').toString('latin1')).not.toContain('verifier');
  const secure = await started({ PUBLIC_URL: 'https://energy.example.org' });
  const over = await new Browser().post(secure, '/v1/auth/oidc/start', {});
  expect(over.cookies[0]).toMatchObject({ name: 'voltloop_oidc', secure: true });
});

test('a redirect to an address outside the console is dropped', async () => {
  for (const redirect of ['https://evil.example', '//evil.example', '/\\evil.example', 'evil', '']) {
    const browser = new Browser();
    const answer = await visitProvider(
      await browser.start(server, { redirect }),
      person({ groups: ['store'] }),
    );
    expect((await browser.finish(answer)).data.redirect).toBeNull();
  }
});

test('the previous session of the browser ends', async () => {
  const browser = new Browser();
  const first = (await browser.signIn(person({ groups: ['store'] }))).data.login;
  const second = (await browser.signIn(person({ groups: ['store'] }))).data.login;
  expect((await server.call(first.token, 'GET', OWN)).status).toBe(401);
  expect((await server.call(second.token, 'GET', OWN)).status).toBe(200);
});

describe('under the host name of a brand', () => {
  const host = 'energy.sun.example';
  test('the browser returns there, where its cookie is', async () => {
    await server.services.pool.query(
      'insert into brands (account_id, host, updated_at) values ($1, $2, now())',
      [main.id, host],
    );
    const browser = new Browser();
    const begun = await browser.post(server, '/v1/auth/oidc/start', {}, { host: `${host}:4999` });
    const answer = await visitProvider(begun.data.url, person({ groups: ['store'] }));
    const home = await new Browser().finish(answer, other, { host: '127.0.0.1:4999' });
    expect(home.data).toEqual({
      login: null,
      linked: false,
      redirect: null,
      elsewhere: `http://${host}:4999/sso${answer}`,
    });
    expect((await browser.finish(answer, other, { host: `${host}:4999` })).status).toBe(200);
  });

  /** Someone who controls the host name starts, and has another person's browser redirected to it with the answer. */
  const signInByForeignHost = async (at: string, name: string) => {
    const attacker = new Browser();
    const begun = await attacker.post(server, '/v1/auth/oidc/start', {}, { host: at });
    const answer = await visitProvider(begun.data.url, name);
    return attacker.finish(answer, server, { host: at });
  };

  test('a person outside the branch of the brand is not signed in', async () => {
    const rival = await server.tenant('Rival');
    const installer = await server.account('installer', main);
    const at = 'login.rival.example';
    const setHost = (accountId: string) =>
      server.services.pool.query(`insert into brands (account_id, host, updated_at) values ($1, $2, now())`, [
        accountId,
        at,
      ]);
    await setHost(rival.id);
    const name = person({ groups: ['store'] });
    const victim = (await signIn(name)).data.login.user_id;
    const refused = await signInByForeignHost(at, name);
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'sso.otherHost']);
    expect(refused.cookies.map(({ value }: Cookie) => value)).toEqual(['']);
    expect(await lastRefusal()).toMatchObject({ object_id: victim, details: { reason: 'otherHost' } });
    expect((await signIn(name)).data.login.user_id).toBe(victim);

    // Nor is an account created by groups outside the brand.
    const fresh = person({ groups: ['fitters'], name: 'Nobody Yet' });
    expect(reasonOf(await signInByForeignHost(at, fresh))).toBe('sso.otherHost');
    const { rowCount } = await server.services.pool.query("select from accounts where name = 'Nobody Yet'");
    expect(rowCount).toBe(0);

    // Within one tenant, neither neighbours nor superiors of an account belong to its brand.
    await server.services.pool.query('delete from brands where host = $1', [at]);
    await setHost(installer.id);
    expect(reasonOf(await signInByForeignHost(at, name))).toBe('sso.otherHost');
    // A brand that was removed meanwhile has no branch.
    const browser = new Browser();
    const begun = await browser.post(server, '/v1/auth/oidc/start', {}, { host: at });
    await server.services.pool.query('delete from brands where host = $1', [at]);
    const answer = await visitProvider(begun.data.url, name);
    expect(reasonOf(await browser.finish(answer, server, { host: at }))).toBe('sso.otherHost');
  });

  test('an account cannot be linked, because another person could be redirected there', async () => {
    const { token } = await server.signIn((await server.account('enduser', main)).userName);
    const headers = { host: `${host}:4999`, authorization: `Bearer ${token}` };
    const reply = await new Browser().post(server, `${OWN}/oidc/link`, { password: testPassword }, headers);
    expect([reply.status, reasonOf(reply)]).toEqual([409, 'sso.linkHost']);
    expect(reply.message).toContain(PUBLIC_URL);
  });

  test('nobody is redirected to a host name without a brand', async () => {
    const browser = new Browser();
    const begun = await browser.post(server, '/v1/auth/oidc/start', {}, { host: 'evil.example' });
    const answer = await visitProvider(begun.data.url, person({ groups: ['store'] }));
    const reply = await browser.finish(answer, server, { host: '127.0.0.1:4999' });
    expect([reply.status, reply.data.elsewhere]).toEqual([200, null]);
  });
});

describe('an account with the same address', () => {
  const withEmail = async (kind: 'installer' | 'enduser', email: string) =>
    server.account(kind, main, { email });

  test('is not taken over by a new person', async () => {
    await withEmail('enduser', 'owner@example.org');
    const reply = await signIn(
      person({ groups: ['store'], email: 'Owner@example.org', email_verified: true }),
    );
    expect([reply.status, reasonOf(reply)]).toEqual([403, 'sso.emailTaken']);
  });

  describe('where addresses link', () => {
    let linking: TestServer;
    beforeAll(async () => {
      linking = await started({ ...mapped, OIDC_LINK_BY_EMAIL: 'true', SMTP_URL: mailbox.url });
    });

    test('passes to the person with the verified address: its password and sessions become invalid', async () => {
      const account = await withEmail('installer', 'linked@example.org');
      const before = (await server.signIn(account.userName)).token;
      const name = person({ email: 'Linked@Example.org', email_verified: true });
      const reply = await signIn(name, linking);
      expect([reply.status, reply.data.login?.user_id]).toEqual([200, account.id]);
      expect((await linking.call(before, 'GET', OWN)).status).toBe(401);
      await expect(server.signIn(account.userName)).rejects.toThrow('401');
      expect(await rowsOf(account.id, 'account.identity.link')).toMatchObject([
        { details: { origin: 'email' } },
      ]);
      const received = () => mailbox.messages.filter(({ to }) => to[0] === account.email);
      await expect.poll(() => received().length).toBe(1);
      expect(received()[0]?.email.text).toContain(
        'Its former password, sessions and API tokens no longer work.',
      );
      // It keeps its kind and rights regardless of groups, and the link survives a change of the address.
      provider.people.set(name, { email: 'new@example.org', email_verified: true, groups: ['managers'] });
      expect((await signIn(name, linking)).data.login).toMatchObject({
        user_id: account.id,
        kind: 'installer',
      });
    });

    test('is not linked by an unverified address', async () => {
      const account = await withEmail('installer', 'victim@example.org');
      for (const email_verified of [false, undefined, 'no']) {
        const reply = await signIn(person({ email: 'victim@example.org', email_verified }), linking);
        expect(reasonOf(reply)).toBe('sso.unmapped');
      }
      expect((await server.signIn(account.userName)).user_id).toBe(account.id);
    });

    test('is not linked where it is the main account', async () => {
      await server.services.pool.query("update accounts set email = 'boss@example.org' where id = $1", [
        main.id,
      ]);
      const reply = await signIn(
        person({ email: 'boss@example.org', email_verified: true, groups: ['store'] }),
        linking,
      );
      expect(reasonOf(reply)).toBe('sso.mainAccount');
      expect((await server.signIn(main.userName)).user_id).toBe(main.id);
    });

    test('is not linked where it is disabled, has a second factor, or is linked to another person', async () => {
      const disabled = await withEmail('installer', 'off@example.org');
      await server.accounts.setState(server.as(main), disabled.id, true);
      expect(
        reasonOf(await signIn(person({ email: 'off@example.org', email_verified: true }), linking)),
      ).toBe('sso.disabled');
      const strong = await withEmail('installer', 'strong@example.org');
      await server.services.pool.query(
        "insert into second_factors (account_id, secret, confirmed_at, created_at) values ($1, '', now(), now())",
        [strong.id],
      );
      expect(
        reasonOf(await signIn(person({ email: 'strong@example.org', email_verified: true }), linking)),
      ).toBe('sso.ownFactor');
      await withEmail('installer', 'once@example.org');
      const once = { email: 'once@example.org', email_verified: true };
      expect((await signIn(person(once), linking)).status).toBe(200);
      expect(reasonOf(await signIn(person(once), linking))).toBe('sso.alreadyLinked');
    });
  });
});

describe('linking the caller’s account', () => {
  const begin = (browser: Browser, token: string, body: unknown = { password: testPassword }) =>
    browser.post(server, `${OWN}/oidc/link`, body, { authorization: `Bearer ${token}` });

  test('needs the password, and signs in afterwards regardless of groups; the password stays', async () => {
    const account = await server.account('enduser', main);
    const { token } = await server.signIn(account.userName);
    const browser = new Browser();
    const wrong = await begin(browser, token, { password: 'Wrong-4-tests' });
    expect([wrong.status, reasonOf(wrong)]).toEqual([400, 'account.password.wrong']);
    const begun = await begin(browser, token);
    expect(new URL(begun.data.url).searchParams.get('prompt')).toBe('login');
    const name = person({ groups: ['managers'] });
    const done = await browser.finish(await visitProvider(begun.data.url, name), other);
    expect(done.data).toMatchObject({ login: null, linked: true });
    expect((await begin(browser, token)).status).toBe(409);
    expect((await signIn(name)).data.login).toMatchObject({ user_id: account.id, kind: 'enduser' });
    expect((await server.signIn(account.userName)).user_id).toBe(account.id);

    // A second account cannot have the same person.
    const neighbour = await server.account('enduser', main);
    const theirs = new Browser();
    const again = await begin(theirs, (await server.signIn(neighbour.userName)).token);
    const refused = await theirs.finish(await visitProvider(again.data.url, name));
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'sso.linkedElsewhere']);

    const out = (password: string) =>
      browser.post(server, `${OWN}/oidc/unlink`, { password }, { authorization: `Bearer ${token}` });
    expect((await out('Wrong-4-tests')).status).toBe(400);
    const session = (await signIn(name, other)).data.login.token;
    expect((await out(testPassword)).status).toBe(200);
    expect((await server.call(session, 'GET', OWN)).status).toBe(401);
    expect((await server.call(token, 'GET', OWN)).status).toBe(200);
    expect(await rowsOf(account.id, 'account.identity.unlink')).toHaveLength(1);
    expect((await signIn(name)).data.login?.user_id).not.toBe(account.id);
    expect((await out(testPassword)).status).toBe(409);
  });

  test('is refused after the session has ended', async () => {
    const account = await server.account('enduser', main);
    const { token } = await server.signIn(account.userName);
    const browser = new Browser();
    const begun = await begin(browser, token);
    const answer = await visitProvider(begun.data.url, person({}));
    await server.call(token, 'POST', '/v1/auth/logout');
    expect((await browser.finish(answer)).code).toBe(4010009);
  });

  test('needs a code where the account has a second factor', async () => {
    const account = await server.account('enduser', main);
    await server.services.pool.query(
      "insert into second_factors (account_id, secret, confirmed_at, created_at) values ($1, '', null, now())",
      [account.id],
    );
    const { token } = await server.signIn(account.userName);
    await server.services.pool.query('update second_factors set confirmed_at = now() where account_id = $1', [
      account.id,
    ]);
    expect(reasonOf(await begin(new Browser(), token))).toBe('account.code.needed');
  });

  test('an account without a password cannot unlink', async () => {
    const browser = new Browser();
    const { token } = (await browser.signIn(person({ groups: ['store'] }))).data.login;
    const reply = await browser.post(
      server,
      `${OWN}/oidc/unlink`,
      { password: '!' },
      { authorization: `Bearer ${token}` },
    );
    expect([reply.status, reasonOf(reply)]).toEqual([400, 'account.password.none']);
  });
});

test('the authentication method is checked where the settings require it', async () => {
  const strict = await started({ ...mapped, OIDC_ACR_VALUES: 'gold' });
  const browser = new Browser();
  const url = await browser.start(strict);
  expect(new URL(url).searchParams.get('acr_values')).toBe('gold');
  const reply = await browser.finish(await visitProvider(url, person({ groups: ['store'] })), strict);
  expect([reply.status, reasonOf(reply)]).toEqual([403, 'sso.secondFactor']);
});

test('claims of the ID token are enough where the provider has no more', async () => {
  const full = await startOidcProvider({ publicUrl: PUBLIC_URL, inIdToken: true });
  const strict = await startTestServer(world.databaseUrl, {
    ...full.env,
    ...mapped,
    OIDC_AMR_VALUES: 'mfa,hwk',
  });
  servers.push(strict);
  later(0);
  try {
    full.people.set('weak', { groups: ['store'], name: 'W', email: 'w@example.org', amr: ['pwd'] });
    full.people.set('strong', { groups: ['store'], name: 'S', email: 's@example.org', amr: ['pwd', 'mfa'] });
    expect(reasonOf(await signIn('weak', strict))).toBe('sso.secondFactor');
    expect((await signIn('strong', strict)).status).toBe(200);
  } finally {
    await full.stop();
  }
});

describe('without the provider', () => {
  test('a sign-in with the password works, and single sign-on reports the problem until the provider is back', async () => {
    const gone = await startOidcProvider({ publicUrl: PUBLIC_URL });
    await gone.stop();
    const alone = await startTestServer(world.databaseUrl, { ...gone.env, ...mapped });
    servers.push(alone);
    later(0);
    const start = () => new Browser().post(alone, '/v1/auth/oidc/start', {});
    for (const reply of [await start(), await start()])
      expect([reply.status, reply.code]).toEqual([503, 5030003]);
    expect((await alone.signIn(main.userName)).user_id).toBe(main.id);
    const back = await startOidcProvider({ publicUrl: PUBLIC_URL, port: gone.port });
    try {
      await expect.poll(async () => (await start()).status, { timeout: 10_000, interval: 500 }).toBe(200);
      // It becomes unreachable during a visit: this does not count as a failed attempt.
      const browser = new Browser();
      back.people.set('ada', { groups: ['store'] });
      const answer = await visitProvider(await browser.start(alone), 'ada');
      await back.stop();
      const reply = await browser.finish(answer, alone);
      expect([reply.status, reply.code]).toEqual([503, 5030003]);
      const { rows } = await server.services.pool.query(
        "select key from login_limits where key like 'oidc:%'",
      );
      expect(rows).toEqual([]);
    } finally {
      await back.stop();
    }
  });

  test('single sign-on is not offered without a provider', async () => {
    const plain = servers[0] as TestServer;
    expect((await plain.call(null, 'GET', '/v1/setup')).data).toMatchObject({ sso: null });
    expect((await server.call(null, 'GET', '/v1/setup')).data).toMatchObject({ sso: { name: 'SSO' } });
    expect((await new Browser().post(plain, '/v1/auth/oidc/start', {})).status).toBe(404);
    expect((await new Browser().finish('?state=x', plain)).status).toBe(404);
    const { token } = await plain.signIn(main.userName);
    expect((await plain.call(token, 'GET', `${OWN}/security`)).data).toMatchObject({
      has_password: true,
      sso: null,
    });
  });
});
