import type { Values } from '@voltloop/resource-kit';
import { collection } from '@voltloop/resources/collection/collection.resource.ts';
import { receiptLines } from '@voltloop/resources/collection/receipt-lines.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { invoice } from '@voltloop/resources/invoice/invoice.resource.ts';
import { receiptKind } from '@voltloop/resources/receipt/receipt.resource.ts';
import { draftOfCollection } from '../../../modules/ledger/backoffice/index.ts';
import { saveLines, takeDocumentStep } from '../../../modules/ledger/documents/index.ts';
import type { AccountRow } from '../../../modules/people/accounts/index.ts';
import { type Resources, takeStep } from '../../../modules/records/resources/index.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { daysFrom } from './companies.ts';
import { demoCtx } from './demo-ctx.ts';

/** Collections of the last weeks, at least one in every state, created through the public verbs. */

type Seller = 'person' | 'enterprise';
interface DemoCollection {
  seller: Seller;
  /** Days between the quotation and today. */
  ago: number;
  lines: readonly Values[];
  /** The last step; none: a draft. */
  to?: 'quote' | 'accept' | 'receive' | 'inspect' | 'settle' | 'decline' | 'cancel';
  /** The state of the person's or enterprise's invoice. */
  invoiced?: 'draft' | 'issued';
  reason?: string;
}

const packs = (chemistry: string, pieces: number, unitPrice: string): Values => ({
  material: 'pack',
  chemistry,
  spec: chemistry === 'B' ? '55 kWh' : '60 kWh',
  basis: 'piece',
  pieces,
  kg: String(pieces * 400),
  unitPrice,
});
const modules: Values = {
  material: 'module',
  chemistry: 'E',
  spec: 'VDA 355',
  basis: 'kwh',
  pieces: 120,
  kg: '1440',
  kwh: '264',
  unitPrice: '185',
};
const cells: Values = {
  material: 'cell',
  chemistry: 'B',
  spec: '方形 280 Ah',
  basis: 'kg',
  pieces: 600,
  kg: '3240',
  unitPrice: '11.5',
};
const lfpMass: Values = {
  material: 'black_mass',
  chemistry: 'B',
  basis: 'metal',
  kg: '8000',
  liPct: '3',
  liPrice: '5600',
};
const ternaryMass: Values = {
  material: 'black_mass',
  chemistry: 'E',
  basis: 'metal',
  kg: '5000',
  niPct: '22',
  niPrice: '960',
  coPct: '8.9',
  coPrice: '1980',
  liPct: '5.2',
  liPrice: '1010',
  coefficientPct: '98',
};

const demo: readonly DemoCollection[] = [
  { seller: 'enterprise', ago: 24, lines: [ternaryMass], to: 'settle', invoiced: 'draft' },
  { seller: 'person', ago: 21, lines: [cells], to: 'settle', invoiced: 'issued' },
  { seller: 'enterprise', ago: 18, lines: [cells, lfpMass], to: 'settle' },
  {
    seller: 'enterprise',
    ago: 16,
    lines: [packs('E', 6, '5200')],
    to: 'decline',
    reason: '对方要求按度电计价',
  },
  { seller: 'enterprise', ago: 12, lines: [lfpMass], to: 'inspect' },
  { seller: 'person', ago: 9, lines: [packs('B', 2, '2300'), cells], to: 'receive' },
  { seller: 'enterprise', ago: 8, lines: [packs('B', 12, '2450')], to: 'cancel', reason: '卖方已自行处置' },
  { seller: 'enterprise', ago: 6, lines: [modules, packs('E', 4, '5350')], to: 'accept' },
  { seller: 'enterprise', ago: 10, lines: [packs('B', 8, '2400')], to: 'quote' },
  { seller: 'enterprise', ago: 1, lines: [modules], to: 'quote' },
  { seller: 'person', ago: 0, lines: [packs('B', 1, '2200')] },
];

const remarkOf = (n: number) => `演示回收单 ${String(n + 1).padStart(2, '0')}`;

/** The collections of the demo, which progress with time. */
export interface Collections {
  /**
   * Creates collections and takes their steps up to this time. Collections of an interrupted run are left unchanged.
   * @returns the number of created rows, including receipts and invoices
   */
  until(at: Date): Promise<number>;
}

/** A step of a collection; returns the number of created rows. */
interface Activity {
  at: Date;
  run: () => Promise<number>;
}

/** @param begun the end of the time that the demo covers */
export function demoCollections(
  services: Services,
  resources: Resources,
  people: ReadonlyMap<string, AccountRow>,
  begun: Date,
): Collections {
  const [buyer, keeper] = [people.get('demo_sales'), people.get('demo_keeper')];
  let parties: Promise<Parties | null> | null = null;
  const refused = new Set<number>();
  const activities = demo.flatMap((each, n) => {
    if (!buyer || !keeper) return [];
    const found = () => (parties ??= partiesOf(services, buyer.tenantId));
    return activitiesOf(services, resources, { buyer, keeper }, found, each, n, begun).map((activity) => ({
      ...activity,
      n,
    }));
  });
  const waiting = activities.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return {
    async until(at) {
      let made = 0;
      while (waiting[0] && waiting[0].at <= at) {
        const { n, run } = waiting.shift() as (typeof waiting)[number];
        if (refused.has(n)) continue;
        try {
          made += await run();
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          refused.add(n);
          const fields = error.fields?.slice(0, 5);
          services.log.warn({ collection: remarkOf(n), fields }, 'a demo collection was refused');
        }
      }
      return made;
    },
  };
}

interface Parties {
  person: readonly string[];
  enterprise: readonly string[];
  site: readonly string[];
  store: readonly string[];
  /** Remarks of existing collections. */
  made: ReadonlySet<string>;
}

async function partiesOf({ pool }: Services, tenantId: string): Promise<Parties | null> {
  const idsOf = async (sql: string) =>
    (await pool.query<{ id: string }>(sql, [tenantId])).rows.map(({ id }) => id);
  const living = 'where tenant_id = $1 and deleted_at is null';
  const [person, enterprise, site, store, made] = await Promise.all([
    idsOf(
      `select id from customers ${living} and customer_type = 0 and id_card is not null order by create_time, id_card limit 3`,
    ),
    idsOf(
      `select id from enterprises ${living} and kind in (3, 4) order by create_time, credit_code limit 8`,
    ),
    idsOf(`select id from recycle_sites ${living} order by create_time, code limit 3`),
    idsOf(
      `select id from stores ${living} and kind = 1 and status = 1 order by capacity_kg desc nulls first, code limit 1`,
    ),
    idsOf('select remark as id from collections where tenant_id = $1 and remark is not null'),
  ]);
  const some = [person, enterprise, site, store].every((ids) => ids.length > 0);
  return some ? { person, enterprise, site, store, made: new Set(made) } : null;
}

function activitiesOf(
  services: Services,
  resources: Resources,
  { buyer, keeper }: { buyer: AccountRow; keeper: AccountRow },
  parties: () => Promise<Parties | null>,
  { seller, ago, lines, to, invoiced, reason }: DemoCollection,
  n: number,
  begun: Date,
): Activity[] {
  const { core } = resources;
  /** This many days after the quotation, but not after the end. */
  const at = (days: number) => daysFrom(begun, Math.min(0, days - ago));
  const day = (days: number) => chinaDay(at(days));
  const ctxOf = (account: AccountRow, days: number) => demoCtx(services, account, at(days));
  let id: string | undefined;
  /** An activity of a day; none if another run has created the collection. */
  const on = (days: number, run: (id: string) => Promise<unknown>, made = 0): Activity => ({
    at: at(days),
    run: async () => {
      if (id === undefined) return 0;
      await run(id);
      return made;
    },
  });
  const step = (account: AccountRow, days: number, name: string, values?: Values): Activity =>
    on(days, (each) =>
      takeStep(core, ctxOf(account, days), collection, {
        ids: [each],
        step: name,
        ...(values ? { values } : {}),
        ...(reason ? { reason } : {}),
      }),
    );
  const party = async () => {
    const found = await parties();
    const pick = (ids: readonly string[] = []) => ids[n % Math.max(1, ids.length)];
    return seller === 'person'
      ? { customerType: 0, clientId: pick(found?.person), siteId: pick(found?.site) }
      : { customerType: 1, enterpriseId: pick(found?.enterprise), siteId: pick(found?.site) };
  };
  const create: Activity = {
    at: at(0),
    async run() {
      const found = await parties();
      if (!found || found.made.has(remarkOf(n))) return 0;
      const row = {
        ...(await party()),
        contact: '陈志明',
        phone: '13906021234',
        pickupAddress: '福建省厦门市同安区工业集中区 18 号',
        pickupDate: chinaDay(daysFrom(at(0), 5)),
        validUntil: chinaDay(daysFrom(at(0), 7)),
        lines,
        remark: remarkOf(n),
      };
      [id] = await resources.insertRows(ctxOf(buyer, 0), collection.name, [row]);
      return 1;
    },
  };
  const quoted = [create, ...(to ? [step(buyer, 0, 'quote')] : [])];
  if (!to || to === 'quote') return quoted;
  if (to === 'decline') return [...quoted, step(buyer, 2, 'decline')];
  const accepted = [...quoted, step(buyer, 2, 'accept', { acceptedOn: day(2), acceptedBy: '陈志明' })];
  if (to === 'cancel') return [...accepted, step(buyer, 3, 'cancel')];
  if (to === 'accept') return accepted;
  const weighTicketNo = `BD${day(4).replaceAll('-', '')}-${String(n + 1).padStart(2, '0')}`;
  const arrived = [
    ...accepted,
    step(keeper, 4, 'receive', { receivedOn: day(4), plate: '闽D7F215', weighTicketNo }),
  ];
  if (to === 'receive') return arrived;
  const intoStock = async (each: string) => {
    const { clientId, enterpriseId } = await party();
    const header = {
      preset: 'collection',
      day: day(5),
      collectionId: each,
      weighTicketNo,
      storeId: (await parties())?.store[0],
      enterpriseId,
      customerId: clientId,
    };
    const row = await rowOf(services, each);
    await receive(resources, ctxOf(keeper, 5), header, receiptLines({ ...row, lines }));
  };
  const inspected = [
    ...arrived,
    step(keeper, 5, 'inspect', { inspectedOn: day(5), inspection: lines.map(inspectionOf) }),
    on(5, intoStock, 1),
  ];
  if (to === 'inspect') return inspected;
  const assayNo = `HY-${String(n + 1).padStart(3, '0')}`;
  const settled = [
    ...inspected,
    step(buyer, 8, 'settle', { settledOn: day(8), assayNo, settlement: lines.map(settlementOf) }),
  ];
  if (!invoiced) return settled;
  const bill = async (each: string) => {
    const ctx = ctxOf(buyer, 10);
    const terms = seller === 'person' ? { invoiceType: 1, taxRate: 1 } : { invoiceType: 2, taxRate: 13 };
    const draft = await draftOfCollection(core, ctx, { id: each, ...terms });
    if (invoiced === 'draft') return;
    const invoiceNo = `2635${draft.no.replace(/\D/g, '').padStart(16, '0')}`.slice(0, 20);
    await takeStep(core, ctx, invoice, {
      ids: [draft.id],
      step: 'issue',
      values: { invoiceNo, issuedOn: day(10) },
    });
  };
  return [...settled, on(10, bill, 1)];
}

/** A little less than was quoted, with a truck around it. */
function inspectionOf(line: Values): Values {
  const kg = Number(line.kg);
  const wet = line.material === 'black_mass';
  return {
    ...(line.pieces ? { pieces: line.pieces } : {}),
    ...(line.kwh ? { kwh: line.kwh } : {}),
    grossKg: String(Math.round(kg * 0.985) + 6180),
    tareKg: '6180',
    ...(wet ? { impurityPct: '1.2', waterPct: '3.5' } : { impurityPct: '0.5' }),
    ...(line.material === 'cell' ? { rejectedKg: '36.5', rejectReason: '鼓包、漏液' } : {}),
  };
}

/** A little less than was quoted, by the assay. */
function settlementOf({ unitPrice, coefficientPct, ...line }: Values): Values {
  const assayed = Object.entries(line).filter(([name]) => /^(li|ni|co)(Pct|Price)$/.test(name));
  return {
    ...(unitPrice ? { unitPrice } : {}),
    ...(coefficientPct ? { coefficientPct } : {}),
    ...Object.fromEntries(
      assayed.map(([name, value]) => [
        name,
        name.endsWith('Pct') ? (Number(value) * 0.975).toFixed(2) : value,
      ]),
    ),
  };
}

const rowOf = async ({ pool }: Services, id: string) =>
  (
    await pool.query<{ no: string; inspection: Values[] }>(
      'select no, inspection from collections where id = $1',
      [id],
    )
  ).rows[0];

async function receive(
  { core, insertRows }: Resources,
  ctx: Ctx,
  header: Values,
  lines: readonly ({ clientKey: string } & Values)[],
): Promise<void> {
  const [id = ''] = await insertRows(ctx, receiptKind.resource.name, [header]);
  await saveLines(core, ctx, receiptKind, { id, lines, remove: [] });
  await takeDocumentStep(core, ctx, receiptKind, { ids: [id], step: 'post' });
}
