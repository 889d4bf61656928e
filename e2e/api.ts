import type { Envelope, LoginData, Thing } from '@voltloop/contract';
import { setupCode } from './instance.ts';

/** A signed-in API client. */
export interface Client {
  login: LoginData;
  /** Returns the `data` of the envelope; throws with status and message on failure. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  raw(method: string, path: string, body?: unknown): Promise<Response>;
}

const platform = { platform: 'IOT', language: 'en_US', 'content-type': 'application/json' };

async function unwrap<T>(response: Response, what: string): Promise<T> {
  const text = await response.text();
  const envelope = text ? (JSON.parse(text) as Envelope<T>) : null;
  if (!response.ok || !envelope) throw new Error(`${what}: ${response.status} ${text.slice(0, 300)}`);
  return envelope.data;
}

function client(url: string, login: LoginData): Client {
  const raw = (method: string, path: string, body?: unknown) =>
    fetch(url + path, {
      method,
      headers: { ...platform, authorization: `Bearer ${login.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { login, raw, call: async (m, p, b) => unwrap(await raw(m, p, b), `${m} ${p}`) };
}

/** Signs in with user name and password. */
export async function signIn(url: string, username: string, password: string): Promise<Client> {
  const response = await fetch(`${url}/v1/admin/control/sessions`, {
    method: 'POST',
    headers: platform,
    body: JSON.stringify({ username, password, type: 'password' }),
  });
  return client(url, await unwrap<LoginData>(response, 'sign in'));
}

export const first = { user_name: 'founder', password: 'Volt-test-2026' };

/** Creates the first main account of an empty instance. */
export async function setUp(url: string): Promise<Client> {
  const response = await fetch(`${url}/v1/setup`, {
    method: 'POST',
    headers: platform,
    body: JSON.stringify({ code: setupCode, ...first, name: 'Founder', email: 'founder@voltloop.example' }),
  });
  return client(url, await unwrap<LoginData>(response, 'setup'));
}

/** Registers a thing and returns its secret. */
export async function register(
  caller: Client,
  devid: string,
  extra: Record<string, unknown> = {},
): Promise<{ thing: Thing; secret: string }> {
  return caller.call('POST', `/v1/things/tenants/${caller.login.tenant_id}/things`, { devid, ...extra });
}
