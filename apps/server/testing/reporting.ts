import { type Sandbox, type SandboxOptions, startSandbox } from '../../../platform-sandbox/index.ts';
import { startTestStock, type TestStock } from './stock.ts';

const SECRET = 'a secret of the tests';

/** A stock whose store belongs to a site of an enterprise that reports to a sandbox. */
export interface TestReporting {
  stock: TestStock;
  sandbox: Sandbox;
  /** The reporting enterprise, and the site of the first store. */
  enterprise: string;
  site: string;
  /** Activates a configuration for these types; returns its ids. */
  configure(types: readonly number[], more?: object): Promise<string[]>;
  /** Posts a purchase receipt of new batteries; returns its id, their codes and their reports. */
  receive(count?: number): Promise<{ id: string; codes: string[]; reports: string[] }>;
  reportsOf(documentId: string): Promise<string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: replies of tests are looked into freely
  report(id: string): Promise<any>;
  submit(ids: readonly string[], as?: string): ReturnType<TestStock['office']['post']>;
  /** Runs the sender for due reports. */
  send(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestReporting(options: Partial<SandboxOptions> = {}): Promise<TestReporting> {
  const stock = await startTestStock();
  const { office } = stock;
  const { server, reporting } = office;
  const { config, clock } = server.services;
  const sandbox = await startSandbox({ secrets: { test: SECRET }, clock, ...options });
  config.reportingHosts.add(new URL(sandbox.url).host);
  const enterprise = await office.make('/enterprise', {
    name: '某循环科技公司',
    kind: 6,
    creditCode: '91440300MA5D7Y1R63',
    contact: '李经理',
    phone: '13900139000',
    address: '循环路8号',
  });
  const site = await office.make('/recycle/site', {
    name: '一号网点',
    address: '循环路8号',
    enterpriseId: enterprise,
  });
  const updated = await office.post('/store/update', { id: stock.store, siteId: site });
  if (updated.status !== 200) throw new Error(JSON.stringify(updated));
  const reportsOf = async (documentId: string): Promise<string[]> =>
    (await office.get(`/reporting/findPage?documentId=${documentId}&size=500`)).data.list.map(
      ({ id }: { id: string }) => id,
    );
  return {
    stock,
    sandbox,
    enterprise,
    site,
    reportsOf,
    async configure(types, more = {}) {
      const made = await office.post('/reportingConfig/insert', {
        types,
        enterpriseId: enterprise,
        channel: 'http',
        endpoint: sandbox.url,
        platformCode: 'E001',
        keyId: 'test',
        secret: SECRET,
        ...more,
      });
      if (made.status !== 200) throw new Error(JSON.stringify(made));
      const stepped = await office.post('/reportingConfig/step', { ids: made.data.ids, step: 'activate' });
      if (stepped.status !== 200) throw new Error(JSON.stringify(stepped));
      return made.data.ids;
    },
    async receive(count = 1) {
      const codes = Array.from({ length: count }, () => stock.newCode());
      const { id, reply } = await stock.receive(codes.map((code) => ({ code, kg: '400.5', location: 'L1' })));
      if (reply.status !== 200) throw new Error(JSON.stringify(reply));
      return { id, codes, reports: await reportsOf(id) };
    },
    report: async (id) => (await office.get(`/reporting/findById?id=${id}`)).data,
    submit: (ids, as) => office.post('/reporting/submit', { ids }, as),
    send: () => reporting.send(),
    async stop() {
      await reporting.stop?.();
      await sandbox.stop();
      await office.stop();
    },
  };
}
