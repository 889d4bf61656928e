import type { DocumentKind, Preset } from '@voltloop/resource-kit';
import { describe, expect, test } from 'vitest';
import { batteryStateAt, ledgerDifferences } from '../../apps/server/modules/ledger/stock/index.ts';
import {
  codedOf,
  conditionBefore,
  documentsOf,
  ledgerOf,
  moves,
  presetsOf,
} from '../../apps/server/testing/documents.ts';
import { setUp } from '../../apps/server/testing/set-up.ts';
import { startTestStock } from '../../apps/server/testing/stock.ts';
import { documentKinds } from './documents.ts';

/** What each preset does with goods. What posting does for all kinds is tested with the representatives. */

const stock = setUp(() => startTestStock());

describe.each(documentKinds.map((kind): [string, DocumentKind] => [kind.resource.name, kind]))(
  '%s',
  (_, kind) => {
    const { path } = kind.resource;
    const another = kind.approval === 'another';
    const last = another ? 'approve' : 'post';
    /** Presets whose lines move goods from one end to the other. */
    const moving = (some: [string, Preset][]) => some.filter(([, preset]) => moves(preset));
    const coded = codedOf(kind);
    const moved = moving(coded);
    const byMass = kind.columns.includes('lot')
      ? moving(presetsOf(kind)).filter(([, { goods, does }]) => goods !== 'coded' && does !== 'produce')
      : [];
    const documents = documentsOf(kind, stock);
    const { rows, movesOf, itemOf, reportsOf, refusal } = ledgerOf(kind, stock);
    const numberOf = ({ prefix }: Preset) => new RegExp(`^${prefix ?? kind.prefix}\\d{8}-\\d{4}$`);

    test.runIf(moved.length > 0).each(moved)(
      '%s moves coded goods and updates the projections',
      async (how, preset) => {
        const { id, codes } = await documents.ready(how, 2);
        const before = await itemOf(codes[0] as string);
        const reply = await documents.post(id);
        expect(reply, JSON.stringify(reply)).toMatchObject({
          status: 200,
          data: {
            list: [
              { id, status: 'posted', no: expect.stringMatching(numberOf(preset)), pieces: 2, kg: '800' },
            ],
          },
        });
        const condition =
          preset.becomes ?? preset.arrives ?? (before ? conditionBefore(preset) : 'available');
        const { at } = preset.to;
        const to = at === 'store' || at === 'same' ? 'location' : at;
        const moved = { to, toCondition: condition, pieces: 1, kg: 400, day: stock.day };
        expect(await movesOf(id, codes)).toMatchObject([moved, moved]);
        for (const code of codes) {
          const item = await itemOf(code);
          expect(item).toMatchObject({ kind: to, condition, shownStore: item.store });
          expect(item.state).toBe(batteryStateAt(item, condition));
          if (preset.to.at === 'same')
            expect(item).toMatchObject({ store: before.store, location: before.location });
        }
        const report = { type: preset.reports?.coded, state: 1, voidedBy: null };
        expect(await reportsOf(id)).toEqual(preset.reports?.coded ? [report, report] : []);
        const [{ step, changes }] = (await stock.office.get(`${path}/history?id=${id}`)).data;
        expect([step, changes]).toEqual([
          last,
          { status: { from: another ? 'submitted' : 'draft', to: 'posted' } },
        ]);
      },
    );

    test.runIf(byMass.length > 0).each(byMass)(
      '%s takes goods by mass, at most the available ones',
      async (how, preset) => {
        const lot = await documents.lot(how, '100.5');
        const id = await documents.draft(how, [{ ...lot, kg: '60.25' }]);
        expect(await documents.post(id)).toMatchObject({
          status: 200,
          data: { list: [{ no: expect.stringMatching(numberOf(preset)), kg: '60.25' }] },
        });
        expect((await reportsOf(id)).map(({ type }) => type)).toEqual(
          preset.reports?.byMass ? [preset.reports.byMass] : [],
        );
        if (preset.from.at === 'outside' || preset.from.at === 'opening') return;
        const more = await documents.draft(how, [{ ...lot, kg: '40.251' }]);
        expect(await refusal(more)).toMatchObject({ key: 'rule.document.lotShort?there=40.25' });
        expect(await documents.step(id, 'void', { reason: '录入错误' })).toMatchObject({ status: 200 });
        expect(await documents.post(more)).toMatchObject({ status: 200 });
      },
    );

    test('is all or nothing, and reports the invalid line', async () => {
      const { line, field } = await documents.invalidLine();
      const given = [...documents.lines(documents.coded, await documents.goods(documents.coded, 1)), line];
      const id = await documents.draft(
        documents.coded,
        given.map((each, n) => ({ clientKey: `k${n}`, ...each })),
      );
      expect(await refusal(id)).toMatchObject({ path: `lines.k1.${field}` });
    });

    test.each(coded)('%s returns goods to their former place, by a counter-document', async (how, preset) => {
      const { id, codes } = await documents.ready(how);
      const [code] = codes as [string];
      const before = await itemOf(code);
      const { no } = (await documents.post(id)).data.list[0];
      const reply = await documents.step(id, 'void', { reason: '录入错误' });
      expect(reply, JSON.stringify(reply)).toMatchObject({
        status: 200,
        data: { list: [{ status: 'voided', no }] },
      });
      const after = await itemOf(code);
      if (before) expect(after).toEqual(before);
      else {
        const kind = preset.does === 'produce' ? 'inside' : preset.from.at;
        expect(after).toMatchObject({ kind, state: 'registered', shownStore: null });
      }
      const [counter] = await rows(`select id, no, status, remark from documents where reverses_id = $1`, [
        id,
      ]);
      expect(counter).toMatchObject({
        no: expect.stringMatching(numberOf(preset)),
        status: 'posted',
        remark: '录入错误',
      });
      expect(counter.no).not.toBe(no);
      for (const { voidedBy } of await reportsOf(id)) expect(voidedBy).toBe(counter.id);
      expect(await reportsOf(counter.id)).toEqual([]);
      expect(await documents.step(id, 'void')).toMatchObject({
        status: 409,
        data: [{ key: 'resource.noStep?from=voided' }],
      });
      expect((await documents.step(counter.id, 'void')).status).toBe(409);
      const written = { mass: 2, code: 0, count: 1, produce: 1, recycle: 1 };
      expect(await movesOf(counter.id, codes)).toHaveLength(preset.does ? written[preset.does] : 1);
    });
  },
);

test('the projections follow from the moves', async () => {
  const { server, tenantId } = stock.office;
  expect(await ledgerDifferences(server.services.db, tenantId)).toEqual([]);
});
