import { normalise, readDate } from '@voltloop/domain/battery-code/index.ts';
import {
  batteryTypeOf,
  cascadeTypesOf,
  type OptionValue,
  parseOption,
} from '@voltloop/domain/options/index.ts';
import type { Draft, Facts, Problem, Rules, Values } from '@voltloop/resource-kit';
import { chinaDay } from '../days.ts';
import { codeProblems, mayDelete } from './code-kept.ts';
import { encodedValues, partsOf } from './from-code.ts';
import { lineageProblems } from './lineage.ts';
import { closedStates, wrong } from './words.ts';

/**
 * Fields that only the code determines always follow it; other fields follow it unless a person has entered a value.
 * After a correction of the code, values that matched the former row follow the new code.
 */
function derive({ values, before }: Draft): Values {
  const parts = partsOf(values);
  const corrected = before !== null && normalise(String(values.batteryCode ?? '')) !== before.batteryCode;
  const encoded = encodedValues(parts);
  const open = Object.entries(encoded).map(([name, codeValue]) => {
    const given = values[name] ?? null;
    const old = corrected && String(given) === String(before?.[name] ?? null);
    return [name, given === null || given === '' || old ? (codeValue ?? given) : given] as const;
  });
  const own: Values = { ...values, ...Object.fromEntries(open) };
  const chemistry = parseOption('chemistry', own.chemistry);
  return {
    ...own,
    batteryType: chemistry ? batteryTypeOf(chemistry) : null,
    makerCode: parts?.maker ?? null,
    specCode: parts?.spec ?? null,
    traceCode: parts?.trace ?? null,
    productionDate: parts ? readDate(parts.date).day : null,
    serial: parts?.serial ?? null,
    ...(unmoved.has(String(own.state)) && !own.parentId && before?.vehicleId !== own.vehicleId
      ? { state: own.vehicleId ? 'in_use' : 'registered' }
      : {}),
  };
}

/** States before any document has moved the battery: a battery with a vehicle is in use. */
const unmoved: ReadonlySet<string> = new Set(['registered', 'in_use']);

/** Values that contradict the code, and required values that neither the code nor the row has. */
function againstCode(values: Values): Problem[] {
  const encoded = encodedValues(partsOf(values));
  const problems: Problem[] = [];
  if (values.productType == null)
    problems.push(
      wrong('productType', 'productTypeMissing', 'The code does not contain the kind of product: choose it'),
    );
  else if (encoded.productType && values.productType !== encoded.productType)
    problems.push(
      wrong(
        'productType',
        'productTypeDiffers',
        'The fourth character of the code indicates another kind of product',
      ),
    );
  if (values.chemistry == null)
    problems.push(
      wrong('chemistry', 'chemistryMissing', 'The code does not contain the chemistry: choose it'),
    );
  else if (encoded.chemistry && values.chemistry !== encoded.chemistry)
    problems.push(
      wrong('chemistry', 'chemistryDiffers', 'The fifth character of the code indicates another chemistry'),
    );
  if (encoded.isCascade && values.isCascade !== encoded.isCascade)
    problems.push(
      wrong(
        'isCascade',
        'isCascadeDiffers',
        'Codes of 19 characters belong to echelon products, those of 24 do not',
      ),
    );
  return problems;
}

interface OriginalCode {
  isCode: number;
  code?: string;
  source?: string;
}

/** Problems that can be found without other rows. */
function withinRow(values: Values): Problem[] {
  const problems = againstCode(values);
  const { deviceId, deviceSince: since, deviceUntil: until } = values;
  if (deviceId == null && (since != null || until != null))
    problems.push(wrong('deviceId', 'deviceMissing', 'Choose the device for these days'));
  if (since != null && until != null && String(until) < String(since))
    problems.push(wrong('deviceUntil', 'deviceOrder', 'The last day is before the first one'));
  const choices: readonly number[] = cascadeTypesOf(values.productType as OptionValue<'productType'> | null);
  if (values.cascadeType != null && !choices.includes(values.cascadeType as number))
    problems.push(wrong('cascadeType', 'cascadeType', 'This kind of product cannot be reused in this form'));
  const seen = new Set([values.batteryCode]);
  for (const [i, line] of ((values.originalCodes ?? []) as readonly OriginalCode[]).entries()) {
    const at = `originalCodes.${i}`;
    if (line.isCode === 1 && !line.code)
      problems.push(wrong(`${at}.code`, 'originalCodeMissing', 'Enter the code of this part'));
    if (line.isCode === 2 && line.code)
      problems.push(wrong(`${at}.code`, 'originalCodeSurplus', 'Leave this empty for a part without a code'));
    if (line.isCode === 2 && !line.source)
      problems.push(wrong(`${at}.source`, 'originalSource', 'Enter where a part without a code comes from'));
    if (line.code && seen.has(line.code))
      problems.push(
        wrong(`${at}.code`, 'originalCodeTwice', 'This code appears twice, or is the battery’s own'),
      );
    if (line.code) seen.add(line.code);
  }
  return problems;
}

/** A production date in the future. Rows from before this rule stay editable in their other fields. */
function fromTheFuture({ values, before }: Draft, now: Date): Problem[] {
  const made = values.productionDate as string | null | undefined;
  if (!made || made <= chinaDay(now) || before?.batteryCode === values.batteryCode) return [];
  return [
    wrong(
      'batteryCode',
      `producedInFuture?date=${made}`,
      `The production date in the code (${made}) is in the future`,
    ),
  ];
}

interface Whole {
  id: string;
  product_type: number | null;
  chemistry: string | null;
  state: string;
}

const idsIn = (drafts: readonly Draft[], field: string) => [
  ...new Set(drafts.map(({ values }) => values[field]).filter((id) => typeof id === 'string')),
];

/** The parents that drafts refer to, locked against changes until the transaction ends. */
async function wholesOf({ query, tenantId }: Facts, drafts: readonly Draft[]): Promise<Map<string, Whole>> {
  const ids = idsIn(drafts, 'parentId');
  if (ids.length === 0) return new Map();
  const rows = await query<Whole>(
    `select id, product_type, chemistry, state from batteries
       where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null order by id for share`,
    [tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

interface Parts {
  /** The highest level (lowest number) among the parts. */
  highest: number;
  chemistries: string[];
}

/** The existing parts of rows that change their own level or chemistry, by row. */
async function partsBelow({ query, tenantId }: Facts, drafts: readonly Draft[]): Promise<Map<string, Parts>> {
  const ids = drafts.flatMap(({ before, values }) =>
    before && (before.productType !== values.productType || before.chemistry !== values.chemistry)
      ? [before.id]
      : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await query<Parts & { parent_id: string }>(
    `select parent_id, min(product_type)::int as highest,
         coalesce(array_agg(distinct chemistry) filter (where chemistry is not null), '{}') as chemistries
       from batteries
       where tenant_id = $1 and parent_id = any($2::uuid[]) and deleted_at is null group by 1`,
    [tenantId, ids],
  );
  return new Map(rows.map((row) => [row.parent_id, row]));
}

/**
 * Whether a battery may be a part of another: the level of the whole must be strictly above its own. This alone
 * prevents cycles and limits trees to pack, module, cell.
 */
function withinTree(draft: Draft, whole: Whole | undefined, parts: Parts | undefined): Problem[] {
  const { values, before } = draft;
  const problems: Problem[] = [];
  const level = values.productType as number | null;
  // A production puts packs into packs, so only the placements of this request are checked.
  const placed = before?.parentId !== whole?.id || before?.productType !== level;
  if (whole && placed && level !== null && (whole.product_type ?? 0) >= level)
    problems.push(
      wrong('parentId', 'parentLevel', 'A part must be at a lower level than its whole: pack, module, cell'),
    );
  if (whole && before?.parentId !== whole.id && closedStates.has(whole.state))
    problems.push(wrong('parentId', 'parentClosed', 'A scrapped or recycled battery takes no more parts'));
  if (level !== null && parts && level !== before?.productType && level >= parts.highest)
    problems.push(wrong('productType', 'partsLevel', 'Its parts would no longer be at a lower level'));
  const chemistry = values.chemistry as string | null;
  const moved = before?.parentId !== whole?.id || before?.chemistry !== chemistry;
  if (whole?.chemistry && moved && whole.chemistry !== chemistry)
    problems.push(wrong('parentId', 'parentChemistry', 'A part has the same chemistry as its whole'));
  if (parts?.chemistries.some((each) => each !== chemistry))
    problems.push(wrong('chemistry', 'partsChemistry', 'Its parts have another chemistry'));
  return problems;
}

export const batteryRules: Rules = {
  derive,
  async check(facts, drafts) {
    const wholes = await wholesOf(facts, drafts);
    const parts = await partsBelow(facts, drafts);
    const others = [await codeProblems(facts, drafts), await lineageProblems(facts, drafts)];
    return drafts.map((draft, n) => {
      const { values, before } = draft;
      return [
        ...withinRow(values),
        ...fromTheFuture(draft, facts.now),
        ...withinTree(draft, wholes.get(String(values.parentId)), before ? parts.get(before.id) : undefined),
        ...others.flatMap((problems) => problems[n] ?? []),
      ];
    });
  },
  mayDelete,
  /** Its original batteries may be part of another product by now. */
  async mayRestore(facts, row) {
    const draft: Draft = { values: row, before: { id: row.id, version: row.version } };
    const [lineage] = row.isCascade === 1 ? await lineageProblems(facts, [draft]) : [];
    return lineage?.find(({ field }) => field !== 'originalCodes') ?? null;
  },
};
