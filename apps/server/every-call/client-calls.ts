import * as contract from '@voltloop/contract';
import { type LiveEvents, liveEvents, type Route } from '@voltloop/contract';
import { z } from 'zod';
import { reaches } from '../modules/people/sessions/index.ts';
import { everyRoute } from './every-route.ts';
import { TypeWriter } from './schema-type.ts';

/** The parts of the client that are generated from the calls (packages/client/generated). */
export const clientCallsFile = new URL('../../../packages/client/generated/calls.ts', import.meta.url);
export const clientRoutesFile = new URL('../../../packages/client/generated/routes.ts', import.meta.url);

const HEAD = '// Generated from the contract: npm run generate\n';

/** The calls that API tokens reach. The client implements the live stream separately. */
const routes = everyRoute
  .filter(
    (route) =>
      route.access !== 'public' && reaches({ scope: 'write', families: ['portal', 'backoffice'] }, route),
  )
  .filter(({ name }) => name !== contract.live.name)
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** A reply without JSON is a file, except for deletions, whose reply is empty. */
const isFile = ({ reply, method }: Route) => reply === undefined && method !== 'DELETE';

/** Method and path of each call, for the running client. */
export function clientRoutesText(): string {
  const places = routes.map(({ name, method, path }) => `  ${quoted(name)}: ${quoted(`${method} ${path}`)},`);
  const numbers = Object.entries(contract.codes).map(([name, { code }]) => `  ${name}: ${code},`);
  return `${HEAD}
/** Method and path of each call. */
export const routes = {
${places.join('\n')}
} as const;

/** Reply codes, which are more precise than the HTTP status. */
export const codes = {
${numbers.join('\n')}
} as const;
`;
}

/** Parameters and reply of each call as plain types, without a library. */
export function clientCallsText(): string {
  const writer = new TypeWriter();
  nameContractTypes(writer);
  const files = routes.filter(isFile);
  const others = routes.filter((route) => !isFile(route));
  const calls = others.map((route) => entry(route, writer, route.reply ?? z.null()));
  const downloads = files.map((route) => entry(route, writer));
  const events = Object.entries(liveEvents.shape).map(
    ([name, schema]) => `  ${name as keyof LiveEvents}: ${writer.typeOf(schema, 'output')};`,
  );
  return `${HEAD}
${writer.declarations()}

/** Calls that return data. */
export interface Calls {
${calls.join('\n')}
}

/** Calls that return a file. */
export interface Downloads {
${downloads.join('\n')}
}

/** The payloads of the live stream, by the name of the event. */
export interface LiveEvents {
${events.join('\n')}
}
`;
}

/** Reply types that the contract exports keep their names. */
function nameContractTypes(writer: TypeWriter): void {
  const pending = Object.entries(contract).flatMap(([name, value]) =>
    value instanceof z.ZodObject && name !== 'liveEvents' ? [{ name: pascal(name), schema: value }] : [],
  );
  // Small ones first, so that larger ones refer to them.
  const sized = pending.map((each) => ({ ...each, size: writer.typeOf(each.schema, 'output').length }));
  for (const { name, schema } of sized.sort((a, b) => a.size - b.size || (a.name < b.name ? -1 : 1)))
    writer.name(name, schema, 'output');
}

function entry(route: Route, writer: TypeWriter, reply?: z.ZodType): string {
  const { params, query, body, method, name, summary } = route;
  const parts = [
    ...(params ? [part('params', optionalTenant(params), writer)] : []),
    ...(query ? [part('query', query, writer)] : []),
    ...(body ? [`body: ${writer.typeOf(body, 'input')};`] : []),
    // Files are sent as forms, which the contract does not describe.
    ...(['POST', 'PUT'].includes(method) && !body ? ['form?: FormData | undefined;'] : []),
  ];
  const input = parts.length === 0 ? '{}' : `{ ${parts.join(' ')} }`;
  const answer = reply ? ` reply: ${writer.typeOf(reply, 'output')};` : '';
  return `  /** ${summary.replaceAll('*/', '*\\/')} */\n  ${quoted(name)}: { input: ${input};${answer} };`;
}

/** Path or query fields, optional as a whole if none of them is required. */
function part(name: string, schema: z.ZodType, writer: TypeWriter): string {
  const type = writer.typeOf(schema, 'input');
  const fields =
    schema instanceof z.ZodObject ? Object.values(schema.shape as Record<string, z.ZodType>) : [];
  const isOptional =
    schema instanceof z.ZodObject && fields.every((field) => field.safeParse(undefined).success);
  return isOptional ? `${name}?: ${type} | undefined;` : `${name}: ${type};`;
}

/** By default the tenant is the caller's own: the client fills it in. */
function optionalTenant(params: z.ZodType): z.ZodType {
  if (!(params instanceof z.ZodObject) || !('tenantId' in params.shape)) return params;
  return params.extend({ tenantId: (params.shape.tenantId as z.ZodType).optional() });
}

const quoted = (text: string) => (/^[A-Za-z_$][\w$]*$/.test(text) ? text : `'${text}'`);
const pascal = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
