import { writeDate } from '@voltloop/domain/battery-code/index.ts';
import { rightOfStep } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { startTestOffice, type TestOffice } from './office.ts';

type Reply = Awaited<ReturnType<TestOffice['post']>>;
interface Taken {
  id: string;
  reply: Reply;
}

/** The level of a code. */
export type Level = 'pack' | 'module' | 'cell';
const letters: Readonly<Record<Level, string>> = { pack: 'P', module: 'M', cell: 'C' };
/** Product types of levels. */
export const productTypes: Readonly<Record<Level, number>> = { pack: 1, module: 2, cell: 3 };

/** An office with two stores, a supplier and a customer, and shortcuts to create and post documents. */
export interface TestStock {
  office: TestOffice;
  /** Today, in the zone of the tenant. */
  day: string;
  /** Stores; the second has the location `L1`. */
  store: string;
  second: string;
  supplier: string;
  customer: string;
  /** The token of a person with the steps of every document kind. */
  approver: string;
  /** Categories of LFP products. */
  categories: Readonly<Record<Level, string>>;
  /** An unused battery code. */
  newCode(level?: Level): string;
  /** A code for an echelon product of today. */
  newProduct(level?: Level): string;
  /** Creates a draft of today with these lines; returns its id. @throws when it is refused */
  draft(path: string, header: object, lines: readonly object[]): Promise<string>;
  step(path: string, id: string, step: string, more?: object, as?: string): Promise<Reply>;
  /** Posts a purchase receipt into the first store. */
  receive(lines: readonly object[]): Promise<Taken>;
  /** Submits an issue from the first store, and approves it as another person. */
  issue(header: object, lines: readonly object[]): Promise<Taken>;
  /** Posts the production of an echelon pack in the first store. */
  produce(lines: readonly object[], header?: object): Promise<Taken>;
  /** Posts a recycling run in the first store. */
  recycle(preset: string, lines: readonly object[], header?: object): Promise<Taken>;
  // biome-ignore lint/suspicious/noExplicitAny: replies of tests are looked into freely
  batteryOf(code: string): Promise<any>;
  /** Submits a document, and approves it as another person. */
  approve(path: string, id: string): Promise<Reply>;
  stop(): Promise<void>;
}

/** @param locations Of the first store; the second has `L1` only. */
export async function startTestStock(locations: readonly object[] = [{ code: 'L1' }]): Promise<TestStock> {
  const office = await startTestOffice();
  const store = await office.make('/store', { code: 'A1', name: '收货库', kind: 1, locations });
  const second = await office.make('/store', {
    code: 'B1',
    name: '待用库',
    kind: 4,
    locations: [{ code: 'L1' }],
  });
  const supplier = await office.make('/enterprise', {
    name: '某拆解厂',
    kind: 3,
    creditCode: '91350100M000100Y43',
    contact: '王小明',
    phone: '13800138000',
    region: '440305',
    address: '科技园路1号',
    permits: [{ type: 2, no: 'GD-1', issuer: '某厅', validFrom: '2024-01-01', validTo: '2029-01-01' }],
  });
  const customer = await office.make('/client', { clientName: '张三', customerType: 0 });
  const approver = await office.staff(
    ...documentKinds.flatMap(({ resource }) =>
      Object.values(resource.life?.steps ?? {}).map((step) => rightOfStep(resource, step)),
    ),
  );
  const category = (level: Level) =>
    office.make('/DeviceCategory', {
      categoryName: `梯次 ${level}`,
      categoryCode: `T${productTypes[level]}`,
      productType: productTypes[level],
      chemistry: 'B',
      capacity: '100',
      voltage: '51.2',
    });
  const categories = {
    pack: await category('pack'),
    module: await category('module'),
    cell: await category('cell'),
  };
  const day = chinaDay(office.server.services.clock());

  let serial = 0;
  const step: TestStock['step'] = (path, id, name, more = {}, as) =>
    office.post(`${path}/step`, { id, step: name, ...more }, as);
  const draft: TestStock['draft'] = async (path, header, lines) => {
    const id = await office.make(path, { day, ...header });
    const saved = await office.post(`${path}/saveLines`, {
      id,
      lines: lines.map((line) => ({ clientKey: crypto.randomUUID(), ...line })),
    });
    if (saved.status !== 200) throw new Error(`${path}: ${JSON.stringify(saved)}`);
    return id;
  };
  const approve: TestStock['approve'] = async (path, id) => {
    const submitted = await step(path, id, 'submit');
    return submitted.status === 200 ? step(path, id, 'approve', {}, approver) : submitted;
  };
  return {
    office,
    day,
    store,
    second,
    supplier,
    customer,
    categories,
    approver,
    draft,
    step,
    approve,
    stop: office.stop,
    newCode: (level = 'pack') => `04Q${letters[level]}B12345678A6B9${String(++serial).padStart(7, '0')}`,
    newProduct: (level = 'pack') =>
      `04Q${letters[level]}BT${productTypes[level]}${writeDate(day)}${String(++serial).padStart(7, '0')}R${letters[level]}`,
    async receive(lines) {
      const header = { preset: 'purchase', storeId: store, enterpriseId: supplier };
      const id = await draft('/receipt', header, lines);
      return { id, reply: await step('/receipt', id, 'post') };
    },
    async issue(header, lines) {
      const id = await draft('/issue', { storeId: store, ...header }, lines);
      return { id, reply: await approve('/issue', id) };
    },
    async produce(lines, more) {
      const header = { productType: 1, categoryId: categories.pack, planned: 1, cascadeType: 1 };
      const at = { storeId: store, toStoreId: store, enterpriseId: supplier, echelonUseType: '1' };
      const id = await draft('/production', { ...header, ...at, ...more }, lines);
      return { id, reply: await step('/production', id, 'post') };
    },
    async recycle(preset, lines, more) {
      const id = await draft('/recyclingRun', { preset, storeId: store, toStoreId: store, ...more }, lines);
      return { id, reply: await step('/recyclingRun', id, 'post') };
    },
    batteryOf: async (code) => (await office.get(`/battery/findPage?batteryCode=${code}`)).data.list[0],
  };
}
