import {
  type DocumentKind,
  decimalOf,
  type End,
  type Field,
  type Preset,
  settable,
  type Values,
} from '@voltloop/resource-kit';
import { expect } from 'vitest';
import type { TestOffice } from './office.ts';
import { type Level, productTypes, type TestStock } from './stock.ts';

type Reply = Awaited<ReturnType<TestOffice['post']>>;

/** Creates documents of one kind for tests: headers and goods follow from the declaration. */
export interface Documents {
  /** The first preset with coded goods. */
  coded: string;
  /** The number of moves that posting writes for each line. */
  movesOfLine: number;
  /** A line that posting refuses, and the field of the error. */
  invalidLine(): Promise<{ line: Values; field: string }>;
  /** A header of a preset with all required fields. */
  header(preset: string): Values;
  /** Codes of batteries at the place and in the condition from which a preset takes goods. */
  goods(preset: string, count: number): Promise<string[]>;
  /** Lines of batteries; into a store at its location `L1`. */
  lines(preset: string, codes: readonly string[]): Values[];
  /** A line that takes a part of a new lot of this mass, at the place from which a preset takes goods. */
  lot(preset: string, kg: string): Promise<Values>;
  draft(preset: string, lines: readonly object[], more?: Values): Promise<string>;
  /**
   * A draft of this many batteries that can be posted; with the codes of its batteries, in a production the products,
   * and the codes of the goods that it takes.
   */
  ready(preset: string, count?: number): Promise<{ id: string; codes: string[]; goods: string[] }>;
  step(id: string, step: string, more?: object, as?: string): Promise<Reply>;
  /** Takes every step up to the posting, or to one that is refused. */
  post(id: string): Promise<Reply>;
  /** Takes every step before the posting. */
  submit(id: string): Promise<void>;
  finish(id: string, as?: string): Promise<Reply>;
}

/** Whether posting moves goods from one end to another; counts and corrections do not. */
export const moves = ({ does }: Pick<Preset, 'does'>): boolean =>
  does === undefined || does === 'produce' || does === 'recycle';

/** The condition of a preset's goods before posting. */
export const conditionBefore = ({ conditions }: Preset) => conditions?.[0] ?? 'available';

export function documentsOf(kind: DocumentKind, stock: TestStock): Documents {
  const { resource } = kind;
  const presetOf = (name: string) => kind.presets[name] as Preset;
  const step: Documents['step'] = (id, name, more, as) => stock.step(resource.path, id, name, more, as);
  const another = kind.approval === 'another';
  /** The transfer that sent the goods, for the following arrival. */
  let transferId: string | undefined;
  /** The store of a stock-take: a separate one, as all its goods are counted. */
  let countedStore: string | undefined;
  let lots = 0;

  const header: Documents['header'] = (name) => {
    const preset = presetOf(name);
    const needed = new Set([
      'preset',
      ...(preset.required ?? []),
      ...fieldsOf(preset, 'from'),
      ...fieldsOf(preset, 'to'),
    ]);
    const stores = [stock.store, stock.second];
    const made = preset.does === 'produce' ? productOf(name as Level) : {};
    const value = (field: string, declared: Field): unknown => {
      if (field in made) return made[field];
      if (field === 'preset') return name;
      if (field === 'day') return stock.day;
      if (declared.kind === 'text') return '验证';
      if (declared.kind !== 'reference') return undefined;
      if (declared.to === 'store') return (preset.does === 'count' && countedStore) || stores.shift();
      return { enterprise: stock.supplier, customer: stock.customer, movement: transferId }[declared.to];
    };
    const fields = settable(resource, 'insert').filter(
      ([field, declared]) => needed.has(field) || declared.required,
    );
    return Object.fromEntries(fields.map(([field, declared]) => [field, value(field, declared)]));
  };

  /** The product of a production; its components have the same level. */
  const productOf = (level: Level): Values => ({
    productType: productTypes[level],
    categoryId: stock.categories[level],
    cascadeType: productTypes[level],
    echelonUseType: '1',
    planned: 1000,
  });

  const done = (what: string, { reply }: { reply: Reply }) => {
    if (reply.status !== 200) throw new Error(`${what}: ${JSON.stringify(reply)}`);
  };
  const newStore = () =>
    stock.office.make('/store', {
      code: `Y${stock.newCode().slice(-7)}`,
      name: '盘点库',
      kind: 4,
      locations: [{ code: 'L1' }, { code: 'L2' }],
    });
  /** Receives goods into the first store, or into a new one for a stock-take to find or miss. */
  const receive = async ({ does, from }: Preset, lines: Values[]) => {
    if (does !== 'count' && from.at !== 'difference') return done('receipt', await stock.receive(lines));
    const storeId = await newStore();
    const purchase = { preset: 'purchase', storeId, enterpriseId: stock.supplier };
    const receipt = await stock.draft('/receipt', purchase, lines);
    done('receipt', { reply: await stock.step('/receipt', receipt, 'post') });
    if (does === 'count') countedStore = storeId;
    else {
      const count = await stock.draft('/stockTake', { storeId }, []);
      done('count', { reply: await stock.approve('/stockTake', count) });
    }
  };
  /** Moves available goods of the first store to where the preset takes them from. */
  const bring = async (preset: Preset, lines: Values[]) => {
    const change = async (path: string, how: string, more: Values = {}) => {
      const id = await stock.draft(path, { preset: how, storeId: stock.store, ...more }, lines);
      if (path === '/conditionChange') return done(how, { reply: await stock.step(path, id, 'post') });
      await stock.step(path, id, 'submit');
      done(how, { reply: await stock.step(path, id, 'approve', {}, stock.approver) });
    };
    const scrapped = lines[0]?.code === undefined ? 'byMass' : 'coded';
    if (preset.from.at === 'outside')
      done('sale', await stock.issue({ preset: 'sale', customerId: stock.customer }, lines));
    else if (preset.from.at === 'transit') {
      const ends = { storeId: stock.store, toStoreId: stock.second };
      transferId = await stock.draft('/movement', { preset: 'transfer', ...ends }, lines);
      done('transfer', { reply: await stock.step('/movement', transferId, 'post') });
    } else if (preset.from.at === 'production')
      done('production', await stock.issue({ preset: 'production' }, lines));
    else if (conditionBefore(preset) === 'hold') await change('/conditionChange', 'hold');
    else if (conditionBefore(preset) === 'test') await change('/conditionChange', 'toTest');
    else if (conditionBefore(preset) === 'scrapped') await change('/scrap', scrapped, { reason: '漏液' });
  };
  const lines: Documents['lines'] = (name, codes) => {
    const { to, from, does } = presetOf(name);
    if (does === 'mass') return codes.map((code) => ({ code, kg: '412.5' }));
    if (does === 'code') return codes.map((code) => ({ code, newCode: stock.newCode() }));
    // They are at the other location.
    if (does === 'count') return codes.map((code) => ({ code, location: 'L2' }));
    return codes.map((code) => ({
      code,
      ...(from.at === 'outside' || from.at === 'opening' ? { kg: '400' } : {}),
      ...(to.at === 'store' ? { location: 'L1' } : {}),
    }));
  };
  const goods: Documents['goods'] = async (name, count) => {
    const preset = presetOf(name);
    const level = preset.does === 'produce' ? (name as Level) : 'pack';
    const codes = Array.from({ length: count }, () => stock.newCode(level));
    if (preset.makesBatteries) return codes;
    await receive(
      preset,
      codes.map((code) => ({ code, kg: '400', location: 'L1' })),
    );
    await bring(
      preset,
      codes.map((code) => ({ code })),
    );
    return codes;
  };
  const draft: Documents['draft'] = (name, given, more = {}) =>
    stock.draft(
      resource.path,
      { ...header(name), ...more },
      completed(presetOf(name), name, given as Values[], stock),
    );
  const submit: Documents['submit'] = async (id) => {
    if (another) done('submit', { reply: await step(id, 'submit') });
  };
  const finish: Documents['finish'] = (id, as) =>
    another ? step(id, 'approve', {}, as ?? stock.approver) : step(id, 'post', {}, as);
  const coded = Object.keys(kind.presets).find((name) => presetOf(name).goods !== 'byMass') as string;
  const { does } = presetOf(coded);
  return {
    coded,
    // The old mass is moved out, and the new one in.
    movesOfLine: does === 'mass' ? 2 : does === 'code' ? 0 : 1,
    async invalidLine() {
      if (does === 'count')
        return { line: { code: (await goods(coded, 1))[0], location: 'L9' }, field: 'location' };
      if (!moves({ does })) return { line: { code: stock.newCode(), kg: '1' }, field: 'code' };
      // A document of this kind has moved it already.
      const codes = await goods(coded, 1);
      const id = await draft(coded, lines(coded, codes));
      await submit(id);
      done('post', { reply: await finish(id) });
      return { line: lines(coded, codes)[0] as Values, field: 'code' };
    },
    header,
    goods,
    lines,
    async lot(name, kg) {
      const preset = presetOf(name);
      const lotNo = `${kind.prefix}-${++lots}`;
      const location = preset.to.at === 'store' ? { location: 'L1' } : {};
      const made = { lotNo, material: 'cell', chemistry: 'B', kg };
      const isNew = preset.from.at === 'outside' || preset.from.at === 'opening';
      // Goods that a customer returns were delivered before.
      if (isNew && name !== 'return') return { ...made, ...location };
      await receive(preset, [{ ...made, location: 'L1' }]);
      await bring(preset, [{ lotNo, kg }]);
      return isNew ? { ...made, ...location } : { lotNo, kg, ...location };
    },
    draft,
    async ready(name, count = 1) {
      const taken = await goods(name, count);
      const given = completed(presetOf(name), name, lines(name, taken), stock);
      const products = given.flatMap(({ product }) => (product ? [String(product)] : []));
      return {
        id: await draft(name, given),
        codes: products.length > 0 ? products : taken,
        goods: taken,
      };
    },
    step,
    submit,
    finish,
    async post(id) {
      const submitted = another ? await step(id, 'submit') : undefined;
      return submitted && submitted.status !== 200 ? submitted : finish(id);
    },
  };
}

/** Adds what the kind needs besides goods: a product for each component, the output of a recycling run. */
export function completed(
  { does }: Pick<Preset, 'does'>,
  preset: string,
  lines: readonly Values[],
  stock: Pick<TestStock, 'newProduct'>,
): Values[] {
  if (does === 'produce')
    return lines.flatMap((line): Values[] => {
      if (line.product || !line.code || isProduct(line)) return [line];
      const product = stock.newProduct(preset as Level);
      const { location, ...component } = line;
      return [
        { ...component, product },
        { code: product, ...(location ? { location } : {}) },
      ];
    });
  if (does !== 'recycle' || lines.length === 0 || lines.some(({ side }) => side === 'out')) return [...lines];
  const kg = lines.reduce((sum, line) => sum.plus(String(line.kg ?? 400)), decimalOf(0)).toFixed();
  return [...lines, { side: 'out', material: 'black_mass', kg, location: 'L1' }];
}

const isProduct = ({ code }: Values) => String(code).length === 19;

/** The header fields of an end of a document. */
function fieldsOf(preset: Preset, which: 'from' | 'to'): readonly string[] {
  const end: End = preset[which];
  if (end.at === 'store') return [end.field];
  if (end.at !== 'outside' || end.fields.some((field) => preset.required?.includes(field))) return [];
  return end.fields.slice(0, 1);
}

/** The presets of a kind. Removals also move the batteries they are taken from, and have their own tests. */
export const presetsOf = (kind: DocumentKind): [string, Preset][] =>
  Object.entries(kind.presets).filter(([, { from }]) => from.at !== 'inside');

/** The presets that move coded goods. */
export const codedOf = (kind: DocumentKind): [string, Preset][] =>
  presetsOf(kind).filter(([, { goods }]) => goods !== 'byMass');

/** What documents of a kind have written, and the calls of their lines. */
export function ledgerOf(kind: DocumentKind, stock: TestStock) {
  const { path } = kind.resource;
  const documents = documentsOf(kind, stock);
  // biome-ignore lint/suspicious/noExplicitAny: rows of tests are looked into freely
  const rows = async (text: string, values: unknown[]): Promise<any[]> =>
    (await stock.office.server.services.pool.query(text, values)).rows;
  /** The moves of a document, optionally only those of batteries with these codes. */
  const movesOf = (id: string, codes?: readonly string[]) =>
    rows(
      `select f.kind as "from", t.kind as "to", t.store_id as store, m.from_condition as "fromCondition",
          m.to_condition as "toCondition", m.pieces, m.kg::float as kg, m.day::text as day, m.actor
        from moves m join places f on f.id = m.from_place join places t on t.id = m.to_place
          left join batteries b on b.id = m.item_id
        where m.document_id = $1 and ($2::text[] is null or b.battery_code = any($2)) order by m.seq`,
      [id, codes],
    );
  const itemOf = async (code: string) =>
    (
      await rows(
        `select p.kind, p.key, p.store_id as store, p.code as location, i.condition, b.state, b.store_id as "shownStore", i.booked_kg::float as kg
          from batteries b left join items i on i.id = b.id left join places p on p.id = i.place_id
          where b.battery_code = $1`,
        [code],
      )
    )[0];
  const reportsOf = (id: string) =>
    rows(
      `select r.type, r.state, r.voided_by as "voidedBy"
        from reports r join document_lines l on l.id = r.line_id where l.document_id = $1`,
      [id],
    );
  const headerOf = async (id: string) => (await stock.office.get(`${path}/findById?id=${id}`)).data;
  const saveLines = (body: object, as?: string) => stock.office.post(`${path}/saveLines`, body, as);
  const linesOf = async (id: string) => (await stock.office.get(`${path}/lines?id=${id}`)).data;
  const check = (id: string, as?: string) => stock.office.post(`${path}/check`, { id }, as);
  /** The problem of a posting; also checks that the check call reports the same and that nothing is written. */
  const refusal = async (id: string) => {
    const { problems } = (await check(id)).data;
    const reply = await documents.post(id);
    expect(reply.status, JSON.stringify(reply)).toBeGreaterThanOrEqual(400);
    expect(problems).toEqual(reply.data);
    expect(await movesOf(id)).toEqual([]);
    expect(await headerOf(id)).toMatchObject({ status: 'draft', postedAt: null });
    return reply.data[0] as { path: string; key: string };
  };
  return { rows, movesOf, itemOf, reportsOf, headerOf, saveLines, linesOf, check, refusal };
}
