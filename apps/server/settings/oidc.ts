import { type AccountKind, accountKinds } from '@voltloop/contract';
import { z } from 'zod';
import { StartError } from '../platform/start-error.ts';

/** Kinds that groups of the provider can be mapped to: all except the main account. */
export type MappedKind = Exclude<AccountKind, 'main'>;
const mappedKinds = accountKinds.filter((kind) => kind !== 'main') as MappedKind[];

/** The account of a group's members. */
export interface GroupMapping {
  group: string;
  kind: MappedKind;
  /** User name of the account above; for staff the main account. */
  parent: string;
  /** Name of the back-office role, for staff. */
  role: string | null;
}

/** Single sign-on through an OpenID Connect provider (docs/decisions/0082). */
export interface OidcSettings {
  /** Without a trailing slash. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** Shown on the button. */
  name: string;
  /** Redirect addresses of the provider, on every host name of a brand too. */
  redirectUri: string;
  groupsClaim: string;
  groups: readonly GroupMapping[];
  createAccounts: boolean;
  linkByEmail: boolean;
  /** One of them must be in the ID token; empty: any. */
  acrValues: readonly string[];
  amrValues: readonly string[];
}

const mapping = z
  .strictObject({
    group: z.string('group must be the name of a group').min(1).max(300),
    kind: z.enum(mappedKinds, `kind must be one of ${mappedKinds.join(', ')}`),
    parent: z.string('parent must be the user name of an account').min(1).max(100),
    role: z.string().min(1).max(100).optional(),
  })
  .refine((each) => (each.kind === 'staff') === (each.role !== undefined), {
    path: ['role'],
    message: 'role must be given for staff, and for no other kind',
  });

/** `OIDC_GROUPS`: a JSON list of mappings. */
export const groupMappings = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'it must be a JSON list' });
      return z.NEVER;
    }
  })
  .pipe(z.array(mapping, 'it must be a JSON list').max(1000))
  .transform((list): GroupMapping[] => list.map((each) => ({ ...each, role: each.role ?? null })));

/** Names separated by spaces or commas. */
export const nameList = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

interface Given {
  PUBLIC_URL?: string | undefined;
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_SCOPES: string[];
  OIDC_NAME: string;
  OIDC_GROUPS_CLAIM: string;
  OIDC_GROUPS: GroupMapping[];
  OIDC_CREATE_ACCOUNTS: boolean;
  OIDC_LINK_BY_EMAIL: boolean;
  OIDC_ACR_VALUES: string[];
  OIDC_AMR_VALUES: string[];
}

const hint = 'docs/guides/single-sign-on.md describes the settings.';

/**
 * The settings of single sign-on; null without a provider.
 * @throws StartError when a setting requires another one, or the provider could not be trusted
 */
export function oidcOf(s: Given): OidcSettings | null {
  if (!s.OIDC_ISSUER) {
    const lone = (
      ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_CREATE_ACCOUNTS', 'OIDC_LINK_BY_EMAIL'] as const
    ).find((name) => s[name]);
    if (lone) throw new StartError(`The setting ${lone} needs OIDC_ISSUER.`, hint);
    return null;
  }
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'] as const) {
    if (!s[name]) throw new StartError(`The setting OIDC_ISSUER needs ${name}.`, hint);
  }
  const problem = issuerProblem(new URL(s.OIDC_ISSUER));
  if (problem) throw new StartError(`The setting OIDC_ISSUER is wrong: ${problem}.`, hint);
  if (!s.OIDC_SCOPES.includes('openid'))
    throw new StartError('The setting OIDC_SCOPES is wrong: it must include openid.', hint);
  if (s.OIDC_CREATE_ACCOUNTS && s.OIDC_GROUPS.length === 0)
    throw new StartError('The setting OIDC_CREATE_ACCOUNTS needs OIDC_GROUPS.', hint);
  return {
    issuer: s.OIDC_ISSUER.replace(/\/+$/, ''),
    clientId: s.OIDC_CLIENT_ID ?? '',
    clientSecret: s.OIDC_CLIENT_SECRET ?? '',
    scopes: s.OIDC_SCOPES.join(' '),
    name: s.OIDC_NAME,
    redirectUri: `${s.PUBLIC_URL?.replace(/\/+$/, '')}/sso`,
    groupsClaim: s.OIDC_GROUPS_CLAIM,
    groups: s.OIDC_GROUPS,
    createAccounts: s.OIDC_CREATE_ACCOUNTS,
    linkByEmail: s.OIDC_LINK_BY_EMAIL,
    acrValues: s.OIDC_ACR_VALUES,
    amrValues: s.OIDC_AMR_VALUES,
  };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function issuerProblem(issuer: URL): string | null {
  if (issuer.search || issuer.hash || issuer.username) return 'it must be an address without query';
  if (issuer.protocol !== 'https:' && !LOOPBACK.has(issuer.hostname))
    return 'it must be an https address, unless the provider runs on this machine';
  // It would trust every organisation, and each of them could claim any e-mail address.
  if (
    issuer.hostname === 'login.microsoftonline.com' &&
    /^\/(common|organizations|consumers)(\/|$)/.test(issuer.pathname)
  )
    return 'it must be the address of one tenant of Entra ID, not one that all tenants share';
  return null;
}
