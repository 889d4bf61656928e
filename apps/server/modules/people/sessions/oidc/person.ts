import type { GroupMapping, MappedKind, OidcSettings } from '../../../../settings/oidc.ts';

/** Pure rules of single sign-on: reads the claims of a person and maps their groups. */

export type Claims = Readonly<Record<string, unknown>>;

export interface Person {
  subject: string;
  /** 1 to 50 characters without control characters; null where the provider sends no usable name. */
  name: string | null;
  userName: string | null;
  /** An address that the provider has verified; null for any other. */
  email: string | null;
  groups: readonly string[];
  acr: string | null;
  amr: readonly string[];
}

/** @param userInfo Claims of the same person that the ID token omits. */
export function personOf(
  idToken: Claims,
  userInfo: Claims | null,
  settings: Pick<OidcSettings, 'groupsClaim'>,
): Person {
  const claim = (name: string) => idToken[name] ?? userInfo?.[name];
  return {
    subject: idToken.sub as string,
    name: nameOf(claim('name')) ?? nameOf(claim('preferred_username')),
    userName: textOf(claim('preferred_username')),
    // Address and its verification come from one source.
    email: verifiedEmail(idToken.email === undefined && userInfo ? userInfo : idToken),
    groups: groupsOf(idToken, settings.groupsClaim) ?? groupsOf(userInfo ?? {}, settings.groupsClaim) ?? [],
    // Only the signed token is trusted for how the person was authenticated.
    acr: textOf(idToken.acr),
    amr: listOf(idToken.amr) ?? [],
  };
}

/** Whether userinfo must be requested because the ID token lacks claims. */
export function lacks(
  idToken: Claims,
  { groupsClaim, groups }: Pick<OidcSettings, 'groupsClaim' | 'groups'>,
): boolean {
  return (
    idToken.email === undefined ||
    idToken.name === undefined ||
    (groups.length > 0 && groupsOf(idToken, groupsClaim) === null)
  );
}

/** Whether the provider has authenticated the person as the settings require. */
export function meetsAuthentication(
  person: Pick<Person, 'acr' | 'amr'>,
  { acrValues, amrValues }: Pick<OidcSettings, 'acrValues' | 'amrValues'>,
): boolean {
  const acr = acrValues.length === 0 || (person.acr !== null && acrValues.includes(person.acr));
  const amr = amrValues.length === 0 || person.amr.some((each) => amrValues.includes(each));
  return acr && amr;
}

/**
 * The first mapping that names one of these groups.
 * @param kind Only mappings to this kind: an account keeps its kind.
 */
export function mappingOf(
  mappings: readonly GroupMapping[],
  groups: readonly string[],
  kind?: MappedKind,
): GroupMapping | null {
  return (
    mappings.find((each) => groups.includes(each.group) && (kind === undefined || each.kind === kind)) ?? null
  );
}

/** Groups by the claim's name, or by a path such as `realm_access.roles`; null without such a claim. */
function groupsOf(claims: Claims, name: string): readonly string[] | null {
  if (Object.hasOwn(claims, name)) return listOf(claims[name]);
  let found: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return null;
    found = (found as Claims)[part];
  }
  return listOf(found);
}

function listOf(value: unknown): string[] | null {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null;
}

/** A subject as OpenID Connect defines it: at most 255 characters. One with control characters cannot be stored. */
export const isSubject = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 255 && !/^$|[\p{Cc}\p{Cs}]/u.test(value);

/** Without control characters, those that change the direction of text, and halves of others. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return (
    value
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, 320)
      .toWellFormed() || null
  );
}

function nameOf(value: unknown): string | null {
  const plain = textOf(value);
  return plain ? [...plain].slice(0, 50).join('').trim() : null;
}

/**
 * ASCII only: case-insensitive comparisons fold some letters of other scripts to Latin ones, and the result may be
 * another person's address.
 */
function verifiedEmail({ email, email_verified }: Claims): string | null {
  const verified = email_verified === true || email_verified === 'true';
  return verified && typeof email === 'string' && /^[!-?A-~]{1,64}@[A-Za-z0-9.-]{1,255}$/.test(email)
    ? email
    : null;
}
