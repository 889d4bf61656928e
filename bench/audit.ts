import { auditAll } from '../apps/server/platform/audit.ts';
import { officeModules } from '../apps/server/testing/office.ts';
import type { BenchRow } from './ingest.ts';
import { onOwnPostgres } from './own-postgres.ts';
import { ms, quantile } from './quantile.ts';

const TENANTS = 10;
/** Of all tenants together. */
const WRITERS = 40;
const SECONDS = 10;
const IMPORTED = 10_000;

/** Audited changes of several tenants at once: inserts of customers, and an import of one tenant beside the others. */
export const benchAudit = (): Promise<BenchRow[]> =>
  onOwnPostgres(
    async (server) => {
      const tokens: string[] = [];
      for (let i = 0; i < TENANTS; i++)
        tokens.push((await server.signIn((await server.tenant(`Audit bench ${i}`)).userName)).token);
      const insert = async (token: string) => {
        const began = performance.now();
        const body = { customerType: 0, clientName: crypto.randomUUID() };
        const { status } = await server.call(token, 'POST', '/client/insert', body);
        if (status !== 200) throw new Error(`insert: ${status}`);
        return performance.now() - began;
      };
      /** Latencies of the writers until `end` resolves. */
      const write = async (tokensOfWriters: readonly string[], end: Promise<unknown>) => {
        let isOver = false;
        void end.finally(() => {
          isOver = true;
        });
        const times: number[] = [];
        const began = performance.now();
        await Promise.all(
          tokensOfWriters.map(async (token) => {
            while (!isOver) times.push(await insert(token));
          }),
        );
        return { times, perSecond: (times.length / (performance.now() - began)) * 1000 };
      };
      const sleep = (seconds = SECONDS) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      const shown = ({ times, perSecond }: { times: number[]; perSecond: number }) =>
        `${Math.round(perSecond)}/s, p95 ${ms(quantile(times, 0.95))}`;
      const [first = ''] = tokens;
      const writersOf = (of: readonly string[], count: number) =>
        Array.from({ length: count }, (_, i) => of[i % of.length] ?? '');

      await write(writersOf(tokens, WRITERS), new Promise((resolve) => setTimeout(resolve, 3000)));
      const many = await write(writersOf(tokens, WRITERS), sleep());
      const one = await write(writersOf([first], WRITERS), sleep());
      const { db } = server.services;
      const caller = server.as(await server.tenant('Audit bench import'));
      const importing = async () => {
        const entries = Array.from({ length: IMPORTED }, (_, i) => ({
          action: 'bench.import',
          objectId: String(i),
        }));
        await db.transaction().execute(async (trx) => {
          await auditAll(trx, caller, entries);
          // The other statements of the import.
          await sleep(2);
        });
      };
      const beside = await write(writersOf(tokens, 4), importing());
      return [
        { what: `${WRITERS} writers of ${TENANTS} tenants`, measured: shown(many), budget: '–' },
        { what: `${WRITERS} writers of one tenant`, measured: shown(one), budget: '–' },
        {
          what: `4 writers while another tenant imports ${IMPORTED.toLocaleString('en')} rows in a change of 2 s`,
          measured: `${shown(beside)}, slowest ${ms(Math.max(...beside.times))}`,
          budget: '–',
        },
      ];
    },
    (services) => officeModules(services).modules,
  );
