import type { z } from 'zod';
import type { Route } from './route.ts';

/** Calls with a body that the specification names (section 7): others may send them more fields than are used. */
const specified: ReadonlySet<string> = new Set([
  'POST /user/login',
  'POST /user/logout',
  'POST /client/insert',
  'POST /client/update',
  'POST /DeviceCategory/insert',
  'POST /DeviceCategory/update',
  'POST /DeviceCategory/setStatus',
  'POST /order/insert',
  'POST /recycle/site/insert',
  'POST /recycle/site/update',
  'POST /role/insert',
  'POST /role/update',
  'POST /role/insertMenu',
  'PUT /v1/things/tenants/:tenantId/things/:devNo',
  'POST /v1/things/tenants/:tenantId/users/things',
  'DELETE /v1/things/tenants/:tenantId/users/things',
  'POST /v1/things/tenants/:tenantId/things/:thingsId/messages',
  'POST /v1/data-mgmt/tenants/:tenantId/info-model/:infoModelId/things/:thingsId/history-aggregation',
  'POST /v1/admin/tenant/tenants/:tenantId/users',
  'PUT /v1/admin/tenant/users/self',
  'PUT /v1/admin/tenant/users/self/password',
  'POST /v1/admin/tenant/tenants/:tenantId/users/:id/reset-password',
  'POST /v1/admin/control/sessions',
  'POST /v1/admin/control/sessions/tenant-manager',
  'POST /v1/devices',
  'POST /v1/devices/bind',
  'POST /v1/devices/batch/lastdata',
  'POST /v1/subusers',
]);

/** Whether a call ignores unknown fields of its body beside known ones (docs/decisions/0115). */
export const ignoresUnknownFields = ({ method, path }: Pick<Route, 'method' | 'path'>): boolean =>
  specified.has(`${method} ${path}`);

/**
 * The dotted paths of the fields in a body that its call does not use and must refuse: all that its schema does not
 * have; for calls that ignore them only if no field of the body is known, as nothing would be changed.
 */
export function refusedFields(route: Pick<Route, 'method' | 'path' | 'body'>, body: unknown): string[] {
  const unknown = route.body ? unknownFields(route.body, body) : [];
  if (!ignoresUnknownFields(route)) return unknown;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const names = isObject ? Object.keys(body) : [];
  const refused = new Set(unknown);
  return names.length > 0 && names.every((name) => refused.has(name)) ? unknown : [];
}

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  items?: readonly z.ZodType[];
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  options?: readonly z.ZodType[];
  left?: z.ZodType;
  right?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}

/** The dotted paths of fields that a schema does not have, at any depth. */
export function unknownFields(schema: z.ZodType, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const def = schema.def as unknown as Definition;
  if (def.innerType) return unknownFields(def.innerType, value);
  switch (def.type) {
    case 'object':
      return Array.isArray(value) ? [] : ofObject(def, value as Record<string, unknown>);
    case 'array':
      return below(Object.entries(value), () => def.element);
    case 'tuple':
      return below(Object.entries(value), (index) => def.items?.[Number(index)]);
    case 'record':
      return below(Object.entries(value), () => def.valueType);
    case 'union':
      return fewest((def.options ?? []).map((option) => unknownFields(option, value)));
    case 'intersection': {
      const right = new Set(def.right && unknownFields(def.right, value));
      return def.left ? unknownFields(def.left, value).filter((path) => right.has(path)) : [];
    }
    case 'pipe': {
      // `preprocess` begins with a function; its result has the fields that were sent.
      const given = def.in?.def.type === 'transform' ? def.out : def.in;
      return given ? unknownFields(given, value) : [];
    }
    default:
      return [];
  }
}

function ofObject({ shape = {}, catchall }: Definition, value: Record<string, unknown>): string[] {
  // A strict object reports them itself; they are named here in the same way as others.
  const rest = catchall?.def.type === 'never' ? undefined : catchall;
  const own = Object.entries(value);
  const has = (name: string) => Object.hasOwn(shape, name) || rest !== undefined;
  return [
    ...own.flatMap(([name]) => (has(name) ? [] : [name])),
    ...below(
      own.filter(([name]) => has(name)),
      (name) => (Object.hasOwn(shape, name) ? shape[name] : rest),
    ),
  ];
}

const below = (
  fields: readonly [string, unknown][],
  schemaOf: (name: string) => z.ZodType | undefined,
): string[] =>
  fields.flatMap(([name, value]) => {
    const schema = schemaOf(name);
    return schema ? unknownFields(schema, value).map((path) => `${name}.${path}`) : [];
  });

/** Of a union's choices the one that was meant: it has the fewest unknown fields. */
const fewest = (choices: readonly string[][]): string[] =>
  choices.reduce((best, each) => (each.length < best.length ? each : best), choices[0] ?? []);
