import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** The content that the hash of an audit row covers, the same when written and when read back. */
export interface AuditContent {
  at: Date;
  tenant_id: string | null;
  actor_id: string | null;
  actor_name: string | null;
  role_id: number | null;
  action: string;
  object_type: string | null;
  object_id: string | null;
  ip: string | null;
  result: string;
  details: unknown;
}

/**
 * The current format of the hash. Rows of format 1 covered the text of their details before jsonb reordered its
 * keys, so that it could not be recomputed; format 2 covers what can be read back.
 */
export const HASH_FORM = 2;

/** SHA-256 of a row's content after the hash of the row before it. */
export function auditHash(before: Buffer | null, content: AuditContent): Buffer {
  return hashAfter(before, contentText(content));
}

/** SHA-256 of the {@link contentText} of a row after the hash of the row before it. */
export function hashAfter(before: Buffer | null, content: string): Buffer {
  const text = Buffer.from(content);
  return hash('sha256', before ? Buffer.concat([before, text]) : text, 'buffer');
}

/** The content of a row as the text that its hash covers. */
export function contentText(content: AuditContent): string {
  return JSON.stringify([
    content.at.toISOString(),
    content.tenant_id,
    content.actor_id,
    content.actor_name,
    content.role_id,
    content.action,
    content.object_type,
    content.object_id,
    sameAddress(content.ip),
    content.result,
    sorted(content.details),
  ]);
}

/** A value with sorted object keys, independent of the order in the store. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const given = value as Record<string, unknown>;
  const inOrder: Record<string, unknown> = {};
  for (const key of Object.keys(given).sort()) {
    const inner = sorted(given[key]);
    // A plain assignment of this key would set the object's prototype.
    if (key === '__proto__') Object.defineProperty(inOrder, key, { value: inner, enumerable: true });
    else inOrder[key] = inner;
  }
  return inOrder;
}

/** An address in canonical form: PostgreSQL writes some IPv6 addresses differently. */
function sameAddress(ip: string | null): string | null {
  return ip !== null && isIPv6(ip) ? new URL(`http://[${ip}]/`).hostname : ip;
}
