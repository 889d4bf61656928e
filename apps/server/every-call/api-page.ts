import { glob, readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { type CodeName, codes, type Route } from '@voltloop/contract';
import { names } from '@voltloop/resources/names.ts';
import { representatives } from '@voltloop/resources/representatives.ts';
import { everyRoute } from './every-route.ts';

const root = new URL('../../../', import.meta.url).pathname;

/** The tests of resources that are not representatives, and the calls that they make. */
const everyResource = {
  path: 'packages/resources/resources.module.test.ts',
  verbs: ['insert', 'findById', 'lookup', 'update', 'exportExcel', 'delete', 'restore', 'step'],
};

/** A source file, by its path from the root. */
export interface Source {
  path: string;
  text: string;
}

/** The files that implement calls, and those that test them. */
export async function readSources(): Promise<Source[]> {
  const sources: Source[] = [];
  for await (const path of glob(
    ['apps/server/modules/**/*.ts', 'packages/resources/**/*.test.ts', 'e2e/*.journey.ts'],
    {
      cwd: root,
    },
  )) {
    sources.push({ path, text: await readFile(root + path, 'utf8') });
  }
  return sources.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** One row of the table. */
export interface Line {
  route: Route;
  /** The file that implements it; null if there is none. */
  file: string | null;
  /** Tests that contain its path, besides those of every call. */
  tests: string[];
}

/** Every call with its implementation and tests. */
export function linesOf(sources: readonly Source[]): Line[] {
  const tests = sources.filter(({ path }) => /\.(test|journey)\.ts$/.test(path));
  const implementing = sources.filter(
    ({ path, text }) => !/\.test\.ts$/.test(path) && text.includes('.implement('),
  );
  return everyRoute.map((route) => {
    const file = implementing.find(({ path, text }) => implementsIt(route, path, text));
    // Without the tenant, a common prefix in tests, unless it is the last part.
    const called = callOf(
      route.path
        .split(':tenantId/')
        .at(-1)
        ?.replace(/^(?!\/)/, '/') ?? '',
    );
    // Outside the module the last part often follows a base address.
    const end = callOf(`/${route.path.split('/').at(-1)}`);
    const beside = (path: string) => file !== undefined && dirname(path) === dirname(file.path);
    const [resource = '', verb = ''] = route.name.split('.');
    const own = (path: string, text: string) =>
      text.includes(`describeResource(${resource})`) ||
      text.includes(`describeDocument(${resource}Kind)`) ||
      (path === everyResource.path &&
        everyResource.verbs.includes(verb) &&
        resource in names &&
        !representatives.includes(resource));
    return {
      route,
      file: file?.path ?? null,
      tests: tests
        .filter(({ path, text }) => called.test(text) || (beside(path) && end.test(text)) || own(path, text))
        .map(({ path }) => path),
    };
  });
}

/** Calls of resources have one file for all; others appear by name where they are implemented. */
function implementsIt({ name }: Route, path: string, text: string): boolean {
  const ofResources = path.endsWith('/resources/routes.ts');
  if (name.includes('.') || ofResources) return name.includes('.') && ofResources;
  return new RegExp(`contract\\.${name}\\b|\\.implement\\(\\s*${name}\\b`).test(text);
}

/** The end of a path as tests write it, with names or expressions for parameters. */
function callOf(path: string): RegExp {
  const parameter = '(\\$\\{[^}]*\\}|[^/\'"`?\\s])+';
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? parameter : part.replace(/[.]/g, '\\.')));
  return new RegExp(`${parts.join('/')}['"\`?]`);
}

function accessOf(route: Route): string {
  const allowed = allowedOf(route);
  return route.apiToken === false ? `${allowed}; no API token` : allowed;
}

function allowedOf({ access }: Route): string {
  if (access === 'public') return 'anybody';
  if (access === 'session') return 'any session';
  if (access === 'operator') return 'the operator';
  if (!('right' in access)) return `roles ${access.join(', ')}`;
  return `right ${[access.right, ...(access.or ?? [])].join(' or ')}`;
}

/** `/v1/things/…` belongs to `things`; the asset console's short paths are their own groups. */
function partOf({ path }: Route): string {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  return first === 'v1' ? second : first;
}

const link = (path: string) => `[${path.split('/').slice(-2).join('/')}](${relative('docs', path)})`;

/** The cells of a row; the tests come last. */
export function cellsOf({ route, file, tests }: Line): string[] {
  const paths = [route.path, ...(route.aliases ?? [])].map((p) => `\`${p.replace(/:(\w+)/g, '{$1}')}\``);
  return [
    `${route.method} ${paths.join(' or ')}`,
    `\`${route.name}\``,
    accessOf(route),
    file ? link(file) : '–',
    tests.length > 0 ? tests.map(link).join(', ') : '–',
  ];
}

/** The page `docs/api.md`. */
export function apiPage(lines: readonly Line[]): string {
  const parts = new Map<string, Line[]>();
  const sorted = [...lines].sort((a, b) =>
    a.route.path < b.route.path ? -1 : a.route.path > b.route.path ? 1 : 0,
  );
  for (const line of sorted) parts.set(partOf(line.route), [...(parts.get(partOf(line.route)) ?? []), line]);
  const tables = [...parts].map(([part, of]) =>
    [`## ${part}`, '', head, rule, ...of.map((line) => `| ${cellsOf(line).join(' | ')} |`)].join('\n'),
  );
  return `${intro}\n${tables.join('\n\n')}\n`;
}

const head = '| Call | Name | Who | Implemented in | Tests that call its path |';
const rule = '|---|---|---|---|---|';

const codeLines = (Object.keys(codes) as CodeName[]).map(
  (name) => `| ${codes[name].code} | ${codes[name].status} | ${name} | ${codes[name].message} |`,
);

const intro = `# Calls

Written by \`node apps/server/every-call/api-page-write.ts\` from the contract (\`packages/contract\`, \`packages/resource-kit/calls.ts\`) and the sources; a test compares them. Parameters, bodies and
replies are in the OpenAPI document: \`/openapi.json\` of a running server, or \`docs/openapi.json\` after \`node apps/server/every-call/openapi-write.ts\`; \`/docs\` shows it as a page.

- Every JSON reply is \`{code, message, result, data}\`; the HTTP status is the class of the result, the code is its exact kind (below). A few calls answer 204, a file or a stream.
- \`Authorization: Bearer <token>\` identifies the caller. \`platform: IOT\` and \`language\` are also sent; a \`jwt\` in the query is ignored.
- An [API token](guides/api-tokens.md) is sent in the same way and makes the calls that its scope and its person's role allow, except where the table says “no API token”.
- Portal lists take \`current_page\` (from 1) and \`page_size\`, or \`skip\` and \`limit\`, which take precedence; their data is \`{list, total, current_page, page_size}\`. A page has 10 rows by default (devices and accounts: 9,999) and at most 9,999. Lists of the back office take \`page\` and \`size\`; with \`count=later\` their \`total\` is null where counting takes longer than the rows.
- Anything outside the caller's subtree or tenant answers 404, as if it did not exist. A role without access gets 403 before any other check.
- A refused call names the invalid fields in \`data\`: \`[{path, key, message}]\`. \`key\` stays the same in later versions, \`message\` is its English text.
- Times of the portal are epoch milliseconds in UTC, days are \`2026-11-26\` in the zone of the device, site or export.
- A POST that is repeated after a lost reply may create a second record: read before you repeat it. Registering a device again answers 409.
- JSON needs the header \`Content-Type: application/json\`. Unknown query keys are ignored. Unknown fields of a body are refused with 400 and their names; calls that the specification names ignore them beside known ones ([decision 115](decisions/0115-unknown-fields-are-refused.md)). A body has at most 1 MiB (files: their own limits); a session or an API token, or an address without either, makes at most \`API_RATE\` calls a minute.

Every call is tested as every role, on targets inside the subtree, outside it and in another tenant, by [matrix.module.test.ts](../apps/server/every-call/matrix.module.test.ts), and with invalid and hostile
requests by [robustness.module.test.ts](../apps/server/every-call/robustness.module.test.ts). The last column names further tests that contain the path.

Names that begin with \`legacy\` are the specification's old calls: absent without \`LEGACY_API=1\` ([operations](operations.md)).

## Devices

Devices speak MQTT, and over HTTP only \`POST /v1/devices/{id}/data\` (frames) and \`GET /v1/firmware/{job}/file\` (packages), with device id and secret as Basic credentials. Topics, payloads and
guarantees: [protocol.md](protocol.md).

## Codes

| Code | Status | Name | Message |
|---|---|---|---|
${codeLines.join('\n')}
`;
