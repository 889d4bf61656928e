import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** An OpenID Connect provider on loopback, with a sign-in page that accepts any password. */
export interface TestProvider {
  /** Settings of a server that uses it. */
  env: Record<string, string>;
  issuer: string;
  port: number;
  /** Claims by sign-in name; tests add and change people. */
  people: Map<string, Record<string, unknown>>;
  stop(): Promise<void>;
}

const CLIENT = { id: 'voltloop', secret: 'a-secret-of-tests-only-0123456789' };

/**
 * @param options.publicUrl PUBLIC_URL of the server.
 * @param options.port A fixed port, for a restart at the same address.
 */
export async function startOidcProvider(options: {
  publicUrl: string;
  port?: number;
  /** Whether claims are in the ID token, not only at the userinfo endpoint. */
  inIdToken?: boolean;
}): Promise<TestProvider> {
  const people = new Map<string, Record<string, unknown>>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        client_name: 'Voltloop',
        redirect_uris: [`${options.publicUrl}/sso`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub', 'amr'],
      profile: ['name', 'preferred_username', 'groups'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: !options.inIdToken,
    cookies: { keys: ['keys of tests'] },
    features: { devInteractions: { enabled: true } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
  };
  const { warn, info } = console;
  // It warns about settings that a public provider should not have.
  Object.assign(console, { warn: () => {}, info: () => {} });
  const provider = new Provider(issuer, configuration);
  Object.assign(console, { warn, info });
  // The authentication method belongs to the provider's session, not to the account.
  const finished = provider.interactionFinished.bind(provider);
  provider.interactionFinished = (request, response, result, more) => {
    const { amr } = people.get(result.login?.accountId ?? '') ?? {};
    const login = result.login && { ...result.login, ...(Array.isArray(amr) ? { amr } : {}) };
    return finished(request, response, { ...result, ...(login ? { login } : {}) }, more);
  };
  server.on('request', provider.callback());
  return {
    issuer,
    port,
    people,
    env: {
      PUBLIC_URL: options.publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const MAX_STEPS = 15;

/**
 * Simulates a person with a browser at the provider: opens the address, signs in and consents.
 * @param name The sign-in name; null cancels.
 * @returns the query with which the provider redirects to the console
 */
export async function visitProvider(url: string, name: string | null): Promise<string> {
  const jar = new Map<string, string>();
  let next = new URL(url);
  let body: URLSearchParams | null = null;
  for (let step = 0; step < MAX_STEPS; step++) {
    const reply: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(body ? { method: 'POST', body } : {}),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    body = null;
    const text = await reply.text();
    const location = reply.headers.get('location');
    if (location) {
      const to = new URL(location, next);
      if (to.pathname === '/sso') return to.search;
      next = to;
      continue;
    }
    const prompt = /name="prompt" value="(login|consent)"/.exec(text)?.[1];
    const path = /action="([^"]+)"/.exec(text)?.[1];
    if (!prompt || !path) throw new Error(`The provider says ${reply.status}: ${text.slice(0, 500)}`);
    next = new URL(name === null ? `${next.pathname}/abort` : path, next);
    if (name !== null)
      body = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: name, password: 'any' } : {}) });
  }
  throw new Error('The provider leads nowhere');
}
