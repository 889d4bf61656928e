import type { LoginData, Self } from '@voltloop/contract/calls/accounts.ts';
import { create } from 'zustand';
import { createSession, logout, refreshSession } from './entry-calls.ts';
import { ApiError } from './errors.ts';
import { send } from './send.ts';

/**
 * The only store of the session (interpretation A58). The separate entries that the specification keeps in session
 * storage are derived from it and cleared together (A63).
 */
interface SessionState {
  login: LoginData | null;
  /** The account as loaded from the server; null until then (C03). */
  self: Self | null;
  /** The session has ended, and calls wait for another sign-in because a form has unsaved input or scans arrive. */
  waiting: (PromiseWithResolvers<void> & { reason: EndReason }) | null;
}

/** Why a session ended; all but the first and `denied` show a notice on the login page. */
export type EndReason =
  | 'logout'
  | 'expired'
  | 'denied'
  | 'elsewhere'
  | 'revoked'
  | 'passwordChanged'
  | 'displaced';

/** Reasons for the end of a session by the server or another device. */
const ENDED_BY: Record<number, EndReason> = {
  4010005: 'revoked',
  4010006: 'passwordChanged',
  4010008: 'displaced',
};

const KEYS = {
  loginData: 'loginData',
  jwt: 'loginJWT',
  token: 'token',
  roleId: 'roleId',
  renonRoleId: 'renonRoleId',
} as const;
/** A token with less time left is renewed before the next call, ms. */
const RENEW_BEFORE_MS = 30_000;
/** Marks that a refresh cookie may exist, so that a new visitor's first page makes no call. Contains no secret. */
const HINT = 'voltloop.session';
const CHANNEL = 'voltloop.session';

export const useSession = create<SessionState>(() => ({ login: null, self: null, waiting: null }));

let tokenEnd_ms = 0;

/** Why the last session since the page load ended; undefined while signed in. */
let endReason: EndReason | undefined;
const endListeners = new Set<(reason: EndReason) => void>();
let channel: BroadcastChannel | undefined;
/** Whether an ended session waits for another sign-in; by default it does not. */
let waits = () => false;

/** Lets calls of a session that the server has ended wait for another sign-in of the same account while `when` holds. */
export function waitForSignIn(when: () => boolean): void {
  waits = when;
}

/** Calls `listener` after the session has been cleared. Returns the unsubscribe function. */
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Why the session ended, for late subscribers: the first call may be refused before the page is rendered. */
export const sessionEnding = (): EndReason | undefined => endReason;

/** Listens to other tabs: a log-out there ends the session here, another account there reloads this tab. */
export function listenToOtherTabs(): () => void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event: MessageEvent<{ type: 'out' } | { type: 'in'; user_id: string }>) => {
    const mine = useSession.getState().login?.user_id;
    if (!mine) return;
    if (event.data.type === 'out') clear('elsewhere');
    else if (event.data.user_id !== mine) window.location.assign('/');
    else if (useSession.getState().waiting) refresh().catch(() => {});
  };
  return () => {
    channel?.close();
    channel = undefined;
  };
}

/** The role id for menu and guard: the explicit one (interpretation A23). For display only; the server decides. */
export function roleOf(login: Pick<LoginData, 'roleIds'> | null): number | null {
  return login?.roleIds[0] ?? null;
}

function keep(login: LoginData): void {
  endReason = undefined;
  const { login: former, self, waiting } = useSession.getState();
  // Keep the same list object for equal rights, so that dependent values are not recomputed.
  if (former && String(former.permissionList) === String(login.permissionList))
    login = { ...login, permissionList: former.permissionList };
  // By this browser's clock, which may differ from the server's. After a reload it is too late, and a call is refused.
  if (former?.token !== login.token) tokenEnd_ms = Date.now() + login.expires_in * 1000;
  sessionStorage.setItem(KEYS.loginData, JSON.stringify(login));
  sessionStorage.setItem(KEYS.jwt, login.token);
  sessionStorage.setItem(KEYS.token, login.token);
  sessionStorage.setItem(KEYS.roleId, String(roleOf(login) ?? ''));
  sessionStorage.setItem(KEYS.renonRoleId, String(login.roleRenon));
  localStorage.setItem(HINT, '1');
  useSession.setState({ login, self: former?.user_id === login.user_id ? self : null, waiting: null });
  waiting?.resolve();
}

function clear(reason: EndReason): void {
  const { login, waiting } = useSession.getState();
  useSession.setState({ login: null, self: null, waiting: null });
  waiting?.reject(new ApiError(401, 4010001, 'Unauthorized'));
  if (!login) return;
  for (const key of Object.values(KEYS)) sessionStorage.removeItem(key);
  if (reason !== 'elsewhere') localStorage.removeItem(HINT);
  endReason = reason;
  for (const listener of endListeners) listener(reason);
}

function stored(): LoginData | null {
  try {
    const login = JSON.parse(sessionStorage.getItem(KEYS.loginData) ?? 'null') as LoginData | null;
    return login?.token && Array.isArray(login.roleIds)
      ? { ...login, permissionList: login.permissionList ?? [] }
      : null;
  } catch {
    return null;
  }
}

/**
 * Signs in. The name is trimmed (specification section 5). Throws {@link ApiError}, with code 4010003 when the account
 * has a second factor and `otp` must be given.
 */
export async function signIn(username: string, password: string, otp?: string): Promise<LoginData> {
  const login = await send(createSession, { body: { username: username.trim(), password, otp } });
  begin(login);
  return login;
}

/** Starts a session that the server has just created. */
export function begin(login: LoginData): void {
  keep(login);
  channel?.postMessage({ type: 'in', user_id: login.user_id });
}

/** Whether this browser may have a session: only then is the server queried for it. */
export const mayBeSignedIn = (): boolean => stored() !== null || localStorage.getItem(HINT) !== null;

let restoring: Promise<void> | undefined;

/**
 * Restores the session after a page load: from this tab's storage, otherwise by the refresh cookie (a new tab,
 * interpretation A37). Once per page load; never throws.
 * @param onSent Called after the request was sent, or when none is needed.
 */
export function restore(onSent?: () => void): Promise<void> {
  restoring ??= (async () => {
    const login = stored();
    if (login) keep(login);
    else if (localStorage.getItem(HINT))
      await refresh(onSent).catch((failure: unknown) => {
        // Only a response can mean that there is no session; a network failure does not.
        if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500)
          localStorage.removeItem(HINT);
      });
    onSent?.();
  })();
  return restoring;
}

/** Stores the server's data of the account, and with it the roles for menu and guard (C03). */
export function storeSelf(self: Self): void {
  const { login } = useSession.getState();
  if (!login || login.user_id !== self.user_id) return;
  const { roleIds, roleRenon, level, name, user_name, kind, must_change_password } = self;
  const { language, role_name, permissionList, avatar, first_steps } = self;
  keep({
    ...login,
    roleIds,
    roleRenon,
    level,
    name,
    user_name,
    kind,
    must_change_password,
    language,
    role_name,
    permissionList,
    avatar,
    first_steps,
  });
  useSession.setState({ self });
}

let refreshing: Promise<void> | undefined;

/**
 * Gets a new token by the HttpOnly cookie. Concurrent callers share one request, and tabs are serialised where
 * the browser has locks. Throws {@link ApiError} when the session is over.
 */
export function refresh(onSent?: () => void): Promise<void> {
  refreshing ??= exclusive(async () => {
    const reply = send(refreshSession, {});
    onSent?.();
    const login = await reply;
    const former = useSession.getState().login;
    keep(login);
    // All tabs share the cookie: if another account signed in elsewhere, this page belongs to the former one.
    if (former && former.user_id !== login.user_id) window.location.assign('/');
  }).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Whether the token has ended or ends shortly: the server would refuse the next call, and the browser log an error. */
export const tokenEnds = (): boolean => Date.now() > tokenEnd_ms - RENEW_BEFORE_MS;

async function exclusive(work: () => Promise<void>): Promise<void> {
  // Locks exist in secure contexts only; a plain-http address in a LAN has none.
  if (navigator.locks) await navigator.locks.request('voltloop.refresh', work);
  else await work();
}

/**
 * Ends the session here and on the server (interpretation C26), and notifies the other tabs. Local data are always
 * removed; returns whether the server confirmed (B30).
 */
export async function signOut(reason: EndReason = 'logout'): Promise<boolean> {
  const token = useSession.getState().login?.token;
  const done = send(logout, { token }).then(
    () => true,
    () => false,
  );
  clear(reason);
  channel?.postMessage({ type: 'out' });
  return await done;
}

/**
 * The server refused the session; `code` is its reason. It may wait for another sign-in, otherwise it ends.
 * @returns resolves after the sign-in, rejects with an {@link ApiError} when the session ends
 */
export function sessionExpired(code = 0): Promise<void> {
  const reason = ENDED_BY[code] ?? 'expired';
  const waiting = useSession.getState().waiting ?? { ...Promise.withResolvers<void>(), reason };
  useSession.setState({ waiting });
  if (!waits()) clear(reason);
  return waiting.promise;
}

/** Ends a session that waits for another sign-in. */
export const stopWaiting = (): void => clear(useSession.getState().waiting?.reason ?? 'expired');
