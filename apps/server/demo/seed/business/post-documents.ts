import type { DocumentKind } from '@voltloop/resource-kit';
import { documentKinds } from '@voltloop/resources/documents.ts';
import type { AccountRow } from '../../../modules/accounts/index.ts';
import { saveLines, takeDocumentStep } from '../../../modules/documents/index.ts';
import type { Resources } from '../../../modules/resources/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { demoCtx } from './demo-ctx.ts';
import type { DocumentStep } from './plan.ts';
import type { DemoDocument, DemoLine, DocumentEnd } from './stock-steps.ts';
import { type Known, valuesOf } from './values-of.ts';

/** Tries of a document, each without the lines or locations that the one before was refused for. */
const TRIES = 4;

/** What a step of documents needs, however many they are. */
interface Desk {
  services: Services;
  resources: Resources;
  kind: DocumentKind;
  known: Known;
  maker: AccountRow;
  other: AccountRow;
  at: Date;
}

/**
 * Makes documents of the demo and takes them as far as they go, through the verbs that everybody uses: all together, or one by
 * one where one of them is refused. What was begun by a run that was cut short is completed; a document that is refused
 * by now (its goods are elsewhere) is cancelled.
 * @returns how many documents have come as far as they should
 */
export async function postDocuments(
  services: Services,
  resources: Resources,
  { documents, at, by, approver }: DocumentStep,
  people: ReadonlyMap<string, AccountRow>,
  known: Known,
): Promise<number> {
  const name = documents[0]?.kind;
  const kind = documentKinds.find(({ resource }) => resource.name === name) as DocumentKind;
  const [maker, other] = [people.get(by), people.get(approver)];
  const there = known.get(kind.resource.name);
  if (!maker || !other || !there) return 0;
  const desk: Desk = { services, resources, kind, known, maker, other, at };
  // Null: somebody has deleted it.
  const wanted = documents.filter(({ key }) => there.get(key) !== null);
  const begun = wanted.filter(({ key }) => there.has(key));
  const fresh = wanted
    .filter(({ key }) => !there.has(key))
    .flatMap((document) => {
      const lines = linesKnown(desk, document);
      return lines.length > 0 || document.lines.length === 0 ? [{ document, lines }] : [];
    });
  let count = 0;
  for (const document of begun) count += await goOn(desk, document, there.get(document.key) as string);
  if (fresh.length === 0) return count;
  const headers = fresh.map(({ document }) => headerOf(desk, document));
  const ids = await resources.insertRows(ctxOf(desk, maker), kind.resource.name, headers);
  fresh.forEach(({ document }, n) => {
    there.set(document.key, ids[n] as string);
  });
  try {
    for (const [n, { lines }] of fresh.entries()) await save(desk, ids[n] as string, lines);
    await walk(desk, ids, stepsTo(endOf(fresh[0]?.document), kind));
    for (const { document } of fresh) note(desk, document);
    return count + fresh.length;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    services.log.debug({ fields: error.fields?.slice(0, 5) }, 'documents of the demo go one by one');
  }
  for (const [n, { document }] of fresh.entries()) count += await goOn(desk, document, ids[n] as string);
  return count;
}

const endOf = (document?: DemoDocument): DocumentEnd => document?.end ?? 'posted';

const ctxOf = ({ at, services }: Desk, account: AccountRow) => demoCtx(services, account, at);

const headerOf = (desk: Desk, { key, header }: DemoDocument) => ({
  ...valuesOf({ key, values: header }, desk.known),
  day: desk.at.toISOString().slice(0, 10),
});

/** Lines of batteries that are there, or come with the document itself. */
const linesKnown = ({ known }: Desk, { lines, fresh }: DemoDocument): DemoLine[] =>
  lines.filter(({ code }) => fresh || code === undefined || known.get('battery')?.get(code));

const keyOf = ({ code, lotNo }: DemoLine) => (code ?? lotNo) as string;

const save = (desk: Desk, id: string, lines: readonly DemoLine[], remove: readonly string[] = []) =>
  saveLines(desk.resources.core, ctxOf(desk, desk.maker), desk.kind, {
    id,
    lines: lines.map((line) => ({ clientKey: keyOf(line), ...line })),
    remove,
  });

/** Why a step is taken, where it says so. */
const reasons: Readonly<Record<string, string>> = {
  void: '录入错误',
  return: '数量与磅单不符，请核对',
  cancel: '计划变更',
};

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

/** What is left of steps where a run was cut short in a state. */
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

async function walk(desk: Desk, ids: readonly string[], steps: readonly string[]): Promise<void> {
  for (const step of steps) {
    const account = step === 'approve' || step === 'return' ? desk.other : desk.maker;
    const reason = reasons[step];
    const take = (confirmed: AppError['fields']) =>
      takeDocumentStep(desk.resources.core, ctxOf(desk, account), desk.kind, {
        ids,
        step,
        reason,
        confirmed,
      });
    await take([]).catch((error: unknown) => {
      if (error instanceof AppError && error.codeName === 'unconfirmed') return take(error.fields);
      throw error;
    });
  }
}

/** Takes a document on from where it is, without the lines that are refused. @returns 1, or 0 where it was given up */
async function goOn(desk: Desk, document: DemoDocument, id: string): Promise<number> {
  const steps = stepsTo(endOf(document), desk.kind);
  const status = await statusOf(desk.services, id);
  if (status !== 'draft' && status !== 'returned') {
    const left = stepsLeft(steps, status);
    try {
      await walk(desk, [id], left);
      note(desk, document);
      return left.length > 0 ? 1 : 0;
    } catch (error) {
      if (!(error instanceof AppError) || status !== 'submitted') throw error;
      await walk(desk, [id], ['withdraw']);
    }
  }
  let lines = linesKnown(desk, document);
  for (let tries = 1; lines.length > 0; tries += 1) {
    const keys = new Set(lines.map(keyOf));
    const remove = document.lines.map(keyOf).filter((key) => !keys.has(key));
    try {
      await save(desk, id, lines, remove);
      await walk(desk, [id], stepsLeft(steps, await statusOf(desk.services, id)));
      note(desk, document);
      return 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      desk.services.log.warn(
        { key: document.key, fields: error.fields?.slice(0, 5) },
        'a demo document was refused',
      );
      const better = without(lines, error);
      if ((await statusOf(desk.services, id)) === 'submitted') await walk(desk, [id], ['withdraw']);
      if (tries === TRIES || !better) break;
      lines = better;
    }
  }
  await walk(desk, [id], ['cancel']);
  return 0;
}

/** Keeps in mind which batteries have come with a document, or have another code by it. */
function note({ known }: Desk, { lines, fresh, end }: DemoDocument): void {
  if (end === 'draft' || end === 'submitted') return;
  for (const { code, newCode } of lines)
    for (const each of [fresh ? code : undefined, newCode]) if (each) known.get('battery')?.set(each, each);
}

/** Lines without what an answer finds fault with; null where it does not say. */
function without(lines: readonly DemoLine[], { fields }: AppError): DemoLine[] | null {
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
