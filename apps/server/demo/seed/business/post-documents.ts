import type { DocumentKind } from '@voltloop/resource-kit';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { saveLines, takeDocumentStep } from '../../../modules/ledger/documents/index.ts';
import type { AccountRow } from '../../../modules/people/accounts/index.ts';
import type { Resources } from '../../../modules/records/resources/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { demoCtx } from './demo-ctx.ts';
import type { DocumentStep } from './plan.ts';
import type { DemoDocument, DemoLine, DocumentEnd } from './stock-steps.ts';
import { type KnownIds, valuesOf } from './values-of.ts';

/** Maximum number of attempts for a document, each without the previously refused lines or locations. */
const MAX_ATTEMPTS = 4;

/** The shared context of a step of documents. */
interface StepContext {
  services: Services;
  resources: Resources;
  kind: DocumentKind;
  knownIds: KnownIds;
  maker: AccountRow;
  other: AccountRow;
  at: Date;
}

/**
 * Creates documents of the demo and takes their steps through the public verbs: all together, or one by one if one of
 * them is refused. A document that is refused (because its goods are elsewhere) is cancelled.
 * @returns the number of completed documents
 */
export async function postDocuments(
  services: Services,
  resources: Resources,
  { documents, at, by, approver }: DocumentStep,
  people: ReadonlyMap<string, AccountRow>,
  knownIds: KnownIds,
): Promise<number> {
  const name = documents[0]?.kind;
  const kind = documentKinds.find(({ resource }) => resource.name === name) as DocumentKind;
  const [maker, other] = [people.get(by), people.get(approver)];
  const existing = knownIds.get(kind.resource.name);
  if (!maker || !other || !existing) return 0;
  const context: StepContext = { services, resources, kind, knownIds, maker, other, at };
  const fresh = documents.flatMap((document) => {
    const lines = availableLines(context, document);
    return lines.length > 0 || document.lines.length === 0 ? [{ document, lines }] : [];
  });
  if (fresh.length === 0) return 0;
  const headers = fresh.map(({ document }) => headerOf(context, document));
  const ids = await resources.insertRows(ctxOf(context, maker), kind.resource.name, headers);
  fresh.forEach(({ document }, n) => {
    existing.set(document.key, ids[n] as string);
  });
  try {
    for (const [n, { lines }] of fresh.entries()) await save(context, ids[n] as string, lines);
    await walk(context, ids, stepsTo(endOf(fresh[0]?.document), kind));
    for (const { document } of fresh) recordBatteries(context, document);
    return fresh.length;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    services.log.debug({ fields: error.fields?.slice(0, 5) }, 'documents of the demo go one by one');
  }
  let count = 0;
  for (const [n, { document }] of fresh.entries())
    count += await complete(context, document, ids[n] as string);
  return count;
}

const endOf = (document?: DemoDocument): DocumentEnd => document?.end ?? 'posted';

const ctxOf = ({ at, services }: StepContext, account: AccountRow) => demoCtx(services, account, at);

const headerOf = (context: StepContext, { key, header }: DemoDocument) => ({
  ...valuesOf({ key, values: header }, context.knownIds),
  day: context.at.toISOString().slice(0, 10),
});

/** Lines of existing batteries, or of those that the document itself registers. */
const availableLines = ({ knownIds }: StepContext, { lines, fresh }: DemoDocument): DemoLine[] =>
  lines.filter(({ code }) => fresh || code === undefined || knownIds.get('battery')?.get(code));

const keyOf = ({ code, lotNo }: DemoLine) => (code ?? lotNo) as string;

const save = (context: StepContext, id: string, lines: readonly DemoLine[], remove: readonly string[] = []) =>
  saveLines(context.resources.core, ctxOf(context, context.maker), context.kind, {
    id,
    lines: lines.map((line) => ({ clientKey: keyOf(line), ...line })),
    remove,
  });

/** The reasons of steps that require one. */
const reasons: Readonly<Record<string, string>> = {
  void: '录入错误',
  return: '数量与磅单不符，请核对',
  cancel: '计划变更',
};

/** The reason for using batteries without a signed report. */
const UNTESTED = '已在产线逐件检测，报告待签发';

/** The steps of a document, from its draft to its end. */
function stepsTo(end: DocumentEnd, { approval }: DocumentKind): string[] {
  const toPosted = approval === 'another' ? ['submit', 'approve'] : ['post'];
  switch (end) {
    case 'voided':
      return [...toPosted, 'void'];
    case 'cancelled':
      return ['cancel'];
    case 'draft':
      return [];
    case 'submitted':
      return toPosted.slice(0, -1);
    case 'returned':
      return approval === 'another' ? ['submit', 'return'] : [];
    case 'again':
      return approval === 'another' ? ['submit', 'return', ...toPosted] : toPosted;
    default:
      return toPosted;
  }
}

/** The remaining steps of a document that a refusal left in this state. */
function stepsLeft(steps: readonly string[], status: string | undefined): readonly string[] {
  switch (status) {
    case 'draft':
      return steps;
    case 'submitted':
      return steps.slice(steps.lastIndexOf('submit') + 1);
    case 'returned':
      return steps.at(-1) === 'return' ? [] : steps.slice(steps.lastIndexOf('submit'));
    case 'posted':
      return steps.filter((step) => step === 'void');
    default:
      return [];
  }
}

async function walk(context: StepContext, ids: readonly string[], steps: readonly string[]): Promise<void> {
  for (const step of steps) {
    const account = step === 'approve' || step === 'return' ? context.other : context.maker;
    const take = (confirmed: AppError['fields']) =>
      takeDocumentStep(context.resources.core, ctxOf(context, account), context.kind, {
        ids,
        step,
        reason: confirmed.some(({ overrides }) => overrides) ? UNTESTED : reasons[step],
        confirmed,
      });
    await take([]).catch((error: unknown) => {
      if (error instanceof AppError && error.codeName === 'unconfirmed') return take(error.fields);
      throw error;
    });
  }
}

/** Completes a document from its present state, without refused lines. @returns 1, or 0 if it was cancelled */
async function complete(context: StepContext, document: DemoDocument, id: string): Promise<number> {
  const steps = stepsTo(endOf(document), context.kind);
  const status = await statusOf(context.services, id);
  if (status !== 'draft' && status !== 'returned') {
    const left = stepsLeft(steps, status);
    try {
      await walk(context, [id], left);
      recordBatteries(context, document);
      return left.length > 0 ? 1 : 0;
    } catch (error) {
      if (!(error instanceof AppError) || status !== 'submitted') throw error;
      await walk(context, [id], ['withdraw']);
    }
  }
  let lines = availableLines(context, document);
  for (let attempt = 1; lines.length > 0; attempt += 1) {
    const keys = new Set(lines.map(keyOf));
    const remove = document.lines.map(keyOf).filter((key) => !keys.has(key));
    try {
      await save(context, id, lines, remove);
      await walk(context, [id], stepsLeft(steps, await statusOf(context.services, id)));
      recordBatteries(context, document);
      return 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      context.services.log.warn(
        { key: document.key, fields: error.fields?.slice(0, 5) },
        'a demo document was refused',
      );
      const better = withoutRefused(lines, error);
      if ((await statusOf(context.services, id)) === 'submitted') await walk(context, [id], ['withdraw']);
      if (attempt === MAX_ATTEMPTS || !better) break;
      lines = better;
    }
  }
  await walk(context, [id], ['cancel']);
  return 0;
}

/** Records the batteries that a document registered, or gave another code. */
function recordBatteries({ knownIds }: StepContext, { lines, fresh, end }: DemoDocument): void {
  if (end === 'draft' || end === 'submitted') return;
  for (const { code, newCode } of lines)
    for (const each of [fresh ? code : undefined, newCode])
      if (each) knownIds.get('battery')?.set(each, each);
}

/** Lines without the refused ones; null if the error names none. */
function withoutRefused(lines: readonly DemoLine[], { fields }: AppError): DemoLine[] | null {
  const full = new Set(fields?.flatMap(({ key }) => /locationMass\?location=([^&]+)/.exec(key)?.[1] ?? []));
  const wrong = new Set(fields?.flatMap(({ path }) => /(?:^|\.)lines\.([^.]+)\./.exec(path)?.[1] ?? []));
  if (full.size === 0 && wrong.size === 0) return null;
  return lines
    .filter((line) => !wrong.has(keyOf(line)))
    .map(({ location, ...line }) =>
      location === undefined || full.has(location) ? line : { ...line, location },
    );
}

async function statusOf({ pool }: Services, id: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ status: string }>('select status from documents where id = $1', [id]);
  return rows[0]?.status;
}
