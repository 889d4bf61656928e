import type { DocumentKind, Field, Resource, Step } from '@voltloop/resource-kit';

/** Parts of a declaration that are texts, limits, or only arrange and colour the console. */
const onlyShown = new Set(
  (
    'kind label hint min max scale most unit list to of image long ' +
    'initial begun today tones callsOnly as from confirm leads danger'
  ).split(' '),
);
const used = (declared: object) =>
  Object.entries(declared).flatMap(([name, value]) =>
    onlyShown.has(name) || value === undefined || value === false ? [] : [name],
  );

function* ofField(field: Field, at: string): Generator<string> {
  yield `${at} ${field.kind}`;
  for (const name of used(field)) yield `${at} ${name}`;
  if (field.kind !== 'lines') return;
  for (const each of Object.values(field.of)) yield* ofField(each, 'line');
}

const ofStep = (step: Step) => used(step).map((name) => `step ${name}`);

function* ofResource(resource: Resource): Generator<string> {
  for (const field of Object.values(resource.fields)) yield* ofField(field, 'field');
  for (const name of ['untitled', 'counted', 'home', 'idQuery', 'rights'] as const)
    if (resource[name]) yield name;
  const { life, list, lookup = {}, unique = {}, without = [] } = resource;
  for (const fields of Object.values(unique)) yield fields.length > 1 ? 'unique together' : 'unique';
  for (const button of without) yield `without ${button}`;
  for (const name of used(lookup)) yield `lookup ${name}`;
  if (list.former) yield 'list former';
  if (list.sort.field !== 'createTime') yield 'list sort';
  for (const { op } of Object.values(list.query ?? {})) yield `query ${op}`;
  if (!life) return;
  yield 'life';
  if (life.override) yield 'life override';
  if (life.editable) yield 'life editable';
  if (life.editableWhen) yield 'life editableWhen';
  for (const step of Object.values(life.steps)) yield* ofStep(step);
}

/** The features of the engine that a declaration uses. */
export const featuresOf = (resource: Resource): ReadonlySet<string> => new Set(ofResource(resource));

function* ofKind({ approval, claims, presets }: DocumentKind): Generator<string> {
  yield `approval ${approval}`;
  if (claims) yield `claims ${claims}`;
  for (const { does, from, to, ...rest } of Object.values(presets)) {
    yield `from ${from.at}`;
    yield `to ${to.at}`;
    if (does) yield `does ${does}`;
    for (const name of Object.keys(rest)) if (name !== 'words') yield `preset ${name}`;
  }
}

/** The features of posting that a document kind uses. */
export const featuresOfKind = (kind: DocumentKind): ReadonlySet<string> => new Set(ofKind(kind));
