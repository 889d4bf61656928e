import type { DocumentKind } from '@voltloop/resource-kit';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { type AccountRow, actingAs } from '../../../modules/accounts/index.ts';
import { saveLines, takeDocumentStep } from '../../../modules/documents/index.ts';
import type { Resources } from '../../../modules/resources/index.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import type { DocumentStep } from './plan.ts';
import type { DemoLine } from './stock-steps.ts';
import { type Known, valuesOf } from './values-of.ts';

/** Tries of a document, each without the lines or locations that the one before was refused for. */
const TRIES = 4;

/**
 * Makes a document of the demo and takes it to its posting, through the verbs that everybody uses. One that was begun
 * by a run that was cut short is completed; one that is refused by now (its goods are elsewhere) is cancelled.
 * @returns how many documents are posted by it
 */
export async function postDocument(
  services: Services,
  resources: Resources,
  { document, at, by, approver }: DocumentStep,
  people: ReadonlyMap<string, AccountRow>,
  known: Known,
): Promise<number> {
  const { core } = resources;
  const kind = documentKinds.find(({ resource }) => resource.name === document.kind) as DocumentKind;
  const [maker, other] = [people.get(by), people.get(approver)];
  const there = known.get(document.kind);
  if (!maker || !other || !there) return 0;
  const ctxOf = (account: AccountRow): Ctx => ({
    caller: actingAs(account),
    now: at,
    ip: '',
    requestId: 'demo',
    log: services.log,
  });
  const step = async (account: AccountRow, id: string, name: string) => {
    const take = (confirmed: AppError['fields']) =>
      takeDocumentStep(core, ctxOf(account), kind, { ids: [id], step: name, confirmed });
    await take([]).catch((error: unknown) => {
      if (error instanceof AppError && error.codeName === 'unconfirmed') return take(error.fields);
      throw error;
    });
  };

  if (there.get(document.key) === null) return 0;
  const begun = there.get(document.key);
  if (begun && (await statusOf(services, begun)) !== 'draft') return 0;
  let lines = document.lines.filter(({ code }) => known.get('battery')?.get(code));
  if (lines.length === 0) return 0;
  const day = at.toISOString().slice(0, 10);
  const values = { ...valuesOf({ key: document.key, values: document.header }, known), day };
  const id = begun ?? ((await resources.insertRows(ctxOf(maker), document.kind, [values]))[0] as string);
  there.set(document.key, id);
  for (let tries = 1; lines.length > 0; tries += 1) {
    const keys = new Set(lines.map(({ code }) => code));
    const remove = document.lines.flatMap(({ code }) => (keys.has(code) ? [] : [code]));
    try {
      await saveLines(core, ctxOf(maker), kind, {
        id,
        lines: lines.map((line) => ({ clientKey: line.code, ...line })),
        remove,
      });
      if (kind.approval === 'none') await step(maker, id, 'post');
      else {
        if ((await statusOf(services, id)) === 'draft') await step(maker, id, 'submit');
        await step(other, id, 'approve');
      }
      return 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      services.log.warn(
        { key: document.key, fields: error.fields?.slice(0, 5) },
        'a demo document was refused',
      );
      const better = without(lines, error);
      if (kind.approval !== 'none' && (await statusOf(services, id)) === 'submitted')
        await step(maker, id, 'withdraw');
      if (tries === TRIES || !better) break;
      lines = better;
    }
  }
  await step(maker, id, 'cancel');
  return 0;
}

/** Lines without what an answer finds fault with; null where it does not say. */
function without(lines: readonly DemoLine[], { fields }: AppError): DemoLine[] | null {
  const full = new Set(fields?.flatMap(({ key }) => /locationMass\?location=([^&]+)/.exec(key)?.[1] ?? []));
  const wrong = new Set(fields?.flatMap(({ path }) => /^lines\.([^.]+)\./.exec(path)?.[1] ?? []));
  if (full.size === 0 && wrong.size === 0) return null;
  return lines
    .filter(({ code }) => !wrong.has(code))
    .map(({ code, location }) =>
      location === undefined || full.has(location) ? { code } : { code, location },
    );
}

async function statusOf({ pool }: Services, id: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ status: string }>('select status from documents where id = $1', [id]);
  return rows[0]?.status;
}
