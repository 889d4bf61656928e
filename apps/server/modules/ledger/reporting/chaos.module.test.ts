import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault, FaultKind } from '../../../../../platform-sandbox/index.ts';
import { startTestReporting, type TestReporting } from '../../../testing/reporting.ts';
import { createReporting } from './index.ts';

const HOUR_MS = 3_600_000;

let desk: TestReporting;
beforeAll(async () => {
  // This platform takes duplicates: only the server can prevent sending a record twice.
  desk = await startTestReporting({ idempotent: false });
  await desk.configure([8]);
});
afterAll(() => desk.stop());
beforeEach(async () => {
  desk.sandbox.clearFaults();
  await desk.sandbox.setDown(false);
});

const taken = (id: string) =>
  desk.sandbox.records.filter(({ key, status }) => key === id && status === 'accepted');
/** Submits one receipt and sends it while the platform has this fault. */
async function sendWith(fault: Fault): Promise<string> {
  const { reports } = await desk.receive();
  const [id] = reports as [string];
  desk.sandbox.fault(fault);
  expect(await desk.submit([id])).toMatchObject({ data: { submitted: 1 } });
  await desk.send();
  return id;
}
/** Sends until nothing is waiting. */
async function settle(): Promise<void> {
  for (let round = 0; round < 12; round++) {
    await desk.stock.office.later(HOUR_MS);
    await desk.send();
  }
}
const lastSend = async (id: string) => (await desk.report(id)).attempts[0].sends.at(-1);

describe('a platform with an invalid reply', () => {
  const afterTaking: [FaultKind, string][] = [
    ['late', 'reporting.error.late'],
    ['dropAfter', 'reporting.error.broken'],
    ['html', 'reporting.error.wrong'],
    ['cut', 'reporting.error.wrong'],
    ['otherKey', 'reporting.error.wrong'],
    ['noId', 'reporting.error.wrong'],
  ];
  test.each(afterTaking)(
    'with %s has taken the record: it is queried, and nothing is sent again',
    async (kind, error) => {
      const id = await sendWith({ kind, delay_ms: 4000 });
      expect(await desk.report(id)).toMatchObject({
        state: 2,
        lastError: error,
        attempts: [{ state: 'waiting', inDoubt: true, nextAt: expect.any(Number) }],
      });
      expect(taken(id)).toHaveLength(1);
      await settle();
      expect(await desk.report(id)).toMatchObject({
        state: 3,
        platformId: taken(id)[0]?.platformId,
        lastError: null,
      });
      expect(taken(id)).toHaveLength(1);
      expect(await lastSend(id)).toMatchObject({ purpose: 'ask', outcome: 'accepted' });
    },
  );

  test('that has the id of another record is not trusted', async () => {
    const { reports } = await desk.receive();
    await desk.submit(reports);
    await desk.send();
    const id = await sendWith({ kind: 'otherId' });
    expect(await desk.report(id)).toMatchObject({
      state: 2,
      platformId: null,
      lastError: 'reporting.error.idOfAnother',
    });
    await settle();
    expect(await desk.report(id)).toMatchObject({ state: 3, platformId: taken(id)[0]?.platformId });
    expect(taken(id)).toHaveLength(1);
  });

  test('that is sent twice accepts the record once', async () => {
    const id = await sendWith({ kind: 'twice' });
    expect(await desk.report(id)).toMatchObject({ state: 3, platformId: taken(id)[0]?.platformId });
    await settle();
    expect(taken(id)).toHaveLength(1);
    expect(desk.sandbox.requests.filter(({ key }) => key === id)).toHaveLength(1);
  });
});

describe('a platform that has not taken the record', () => {
  test.each<[FaultKind, string]>([
    ['dropBefore', 'reporting.error.broken'],
    ['error', 'reporting.error.fault'],
    ['busy', 'reporting.error.busy'],
  ])('because of %s gets it later, once', async (kind, error) => {
    const id = await sendWith({ kind });
    expect(await desk.report(id)).toMatchObject({ state: 2, lastError: error });
    await settle();
    expect(await desk.report(id)).toMatchObject({ state: 3 });
    expect(taken(id)).toHaveLength(1);
  });

  test('replies so to a query, and gets it then', async () => {
    const id = await sendWith({ kind: 'dropBefore' });
    await desk.stock.office.later(HOUR_MS);
    desk.sandbox.fault({ kind: 'html', on: 'ask' });
    await desk.send();
    expect(await desk.report(id)).toMatchObject({ state: 2, attempts: [{ inDoubt: true }] });
    expect(taken(id)).toEqual([]);
    await settle();
    expect(
      (await desk.report(id)).attempts[0].sends.map(({ purpose }: { purpose: string }) => purpose),
    ).toEqual(['submit', 'ask', 'ask', 'submit']);
    expect(taken(id)).toHaveLength(1);
  });
});

describe('a platform that is down', () => {
  test('gets everything once it is back; until then it is retried at growing intervals, one record at a time', async () => {
    const { reports } = await desk.receive(12);
    await desk.sandbox.setDown(true);
    expect(await desk.submit(reports)).toMatchObject({ data: { submitted: 12 } });
    await desk.send();
    const waiting = await Promise.all(reports.map((id) => desk.report(id)));
    // Some were tried before the circuit opened, the others wait for it.
    for (const { state, attempts } of waiting) expect([state, attempts[0].inDoubt]).toEqual([2, false]);
    expect(new Set(waiting.map(({ lastError }) => lastError))).toContain('reporting.error.down');
    const sends = async () => {
      const all = await Promise.all(reports.map((id) => desk.report(id)));
      return all.reduce((sum, { attempts }) => sum + attempts[0].sends.length, 0);
    };
    const before = await sends();
    expect(before).toBeLessThanOrEqual(12);
    const [config] = (await desk.stock.office.get('/reportingConfig/findAll')).data;
    expect(config).toMatchObject({
      failures: expect.any(Number),
      openUntil: expect.any(Number),
      waiting: 12,
    });
    await desk.stock.office.later(HOUR_MS);
    await desk.send();
    expect(await sends()).toBe(before + 1);
    await desk.sandbox.setDown(false);
    await settle();
    for (const id of reports) {
      expect(await desk.report(id)).toMatchObject({ state: 3 });
      expect(taken(id)).toHaveLength(1);
    }
    const [after] = (await desk.stock.office.get('/reportingConfig/findAll')).data;
    expect(after).toMatchObject({ failures: 0, openUntil: null, waiting: 0 });
  });

  test('for a day lets the report fail; the next attempt queries its state first', async () => {
    const id = await sendWith({ kind: 'dropAfter' });
    await desk.sandbox.setDown(true);
    await settle();
    await settle();
    await desk.stock.office.later(HOUR_MS);
    await desk.send();
    expect(await desk.report(id)).toMatchObject({
      state: 4,
      lastError: 'reporting.error.expired',
      attempts: [{ state: 'expired' }],
    });
    // The platform has the record, so its document cannot be voided.
    const { document } = await desk.report(id);
    expect(await desk.stock.step('/receipt', document.id, 'void', { reason: '错' })).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.reported?count=1' }],
    });
    await desk.sandbox.setDown(false);
    expect(await desk.submit([id])).toMatchObject({ data: { submitted: 1 } });
    await settle();
    const found = await desk.report(id);
    expect(found).toMatchObject({ state: 3, platformId: taken(id)[0]?.platformId });
    expect(found.attempts.map(({ n, state }: { n: number; state: string }) => [n, state])).toEqual([
      [2, 'accepted'],
      [1, 'expired'],
    ]);
    expect(found.attempts[0].sends).toMatchObject([{ purpose: 'ask', outcome: 'accepted' }]);
    expect(taken(id)).toHaveLength(1);
  });
});

describe('several nodes', () => {
  test('send each record once', async () => {
    const { services } = desk.stock.office.server;
    const others = Array.from({ length: 3 }, () => createReporting(services, {}, { timeout_ms: 1500 }));
    const { reports } = await desk.receive(40);
    desk.sandbox.fault({ kind: 'slow', delay_ms: 30, times: 20 });
    await desk.submit(reports);
    await Promise.all([desk.send(), ...others.map((node) => node.send())]);
    await settle();
    for (const id of reports) {
      expect(taken(id)).toHaveLength(1);
      expect(await desk.report(id)).toMatchObject({ state: 3 });
    }
    for (const node of others) await node.stop?.();
  });

  test('take over attempts of another node, and query before they send', async () => {
    const { pool } = desk.stock.office.server.services;
    const { reports } = await desk.receive(2);
    const [sent, unsent] = reports as [string, string];
    desk.sandbox.fault({ kind: 'dropAfter' });
    await desk.submit([sent]);
    await desk.send();
    await desk.submit([unsent]);
    // As left by a node that was killed after it recorded what it was about to send.
    await pool.query(
      `update report_attempts set lease_id = gen_random_uuid(), leased_until = $2, in_doubt = true, sends = 1
        where report_id = any($1) and state = 'waiting'`,
      [reports, new Date(desk.stock.office.server.clock.now.getTime() + 60_000)],
    );
    await desk.send();
    expect(await desk.report(sent)).toMatchObject({ state: 2 });
    expect(await desk.report(unsent)).toMatchObject({ state: 2 });
    await settle();
    for (const id of reports) {
      expect(await desk.report(id)).toMatchObject({ state: 3 });
      expect(taken(id)).toHaveLength(1);
    }
  });
});
